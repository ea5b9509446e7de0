import type { CallResult } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { forgetLink } from '../../features/access-link/kept-link.ts';
import { linkFailure } from '../../features/access-link/link-failure.ts';
import { useConfigs, useProject } from '../../features/config/page.tsx';
import { enter } from '../../features/session/enter.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { BackSkeleton } from './BackSkeleton.tsx';
import { DeadLink } from './DeadLink.tsx';

/** F18: a game sent its player here: opens the shop as that character, and says as whom. */
export default function OpenLink(props: {
  readonly link: string;
  /** On without it: the ID is entered by hand. */
  readonly onLeave: () => void;
}) {
  const { link } = props;
  const t = useText();
  const { pwd_status } = useConfigs();
  const project = useProject();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<{ readonly round: number; readonly why: unknown } | null>(
    null,
  );
  const leave = () => {
    forgetLink(project);
    props.onLeave();
  };

  const opened = useEffectEvent((user: CallResult<'link'>) => {
    forgetLink(project);
    enter(project, user);
    // Who was somebody else here before hears it, too.
    toast(t('link.opened', { name: user.role.name }));
    // A project that wants a password has home ask for it first.
    if (!user.has_pwd && pwd_status === '1') props.onLeave();
    else void navigate(paths.goodsList(project), { replace: true });
  });
  const refused = useEffectEvent((why: unknown) => {
    // A reload would only hear the same.
    if (linkFailure(why).kind === 'dead') forgetLink(project);
    setFailure({ round, why });
  });
  useEffect(() => {
    const gone = new AbortController();
    call('link', { link }, { signal: gone.signal }).then(opened, (why: unknown) => {
      if (!gone.signal.aborted) refused(why);
    });
    return () => gone.abort();
  }, [link, round]);

  if (failure === null) return <BackSkeleton />;
  return (
    <DeadLink
      failure={failure.why}
      isAsking={failure.round !== round}
      onAgain={() => setRound(round + 1)}
      onLeave={leave}
    />
  );
}
