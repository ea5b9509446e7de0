import type { CallResult } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { call } from '../../api/call.ts';
import { forgetLink } from '../../features/character/stored-link.ts';
import { linkFailure } from '../../features/character/link-failure.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { enter } from '../../features/account/enter.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { ReturningVisitorSkeleton } from './ReturningVisitorSkeleton.tsx';
import { DeadLink } from './DeadLink.tsx';

/** F18: opens the shop as the character of a game's link, and names it. */
export default function OpenLink(props: {
  readonly link: string;
  /** Continues without the link: the ID is entered by hand. */
  readonly onLeave: () => void;
}) {
  const { link } = props;
  const t = useText();
  const { pwd_status } = useConfigs();
  const project = useProject();
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<{ round: number; reason: unknown } | null>(null);

  const opened = useEffectEvent((user: CallResult<'link'>) => {
    forgetLink(project);
    enter(project, user);
    // A previous character's player sees it, too.
    toast(t('link.opened', { name: user.role.name }));
    // A project that requires a password has home ask for it first.
    if (!user.has_pwd && pwd_status === '1') props.onLeave();
    else navigate(paths.goodsList(project), { replace: true });
  });
  const refused = useEffectEvent((reason: unknown) => {
    // A reload would fail the same way.
    if (linkFailure(reason).kind === 'dead') forgetLink(project);
    setFailure({ round, reason });
  });
  useEffect(() => {
    const gone = new AbortController();
    call('link', { link }, { signal: gone.signal }).then(opened, (reason: unknown) => {
      if (!gone.signal.aborted) refused(reason);
    });
    return () => gone.abort();
  }, [link, round]);

  if (failure === null) return <ReturningVisitorSkeleton />;
  return (
    <DeadLink
      failure={failure.reason}
      isAsking={failure.round !== round}
      onAgain={() => setRound(round + 1)}
      onLeave={() => {
        forgetLink(project);
        props.onLeave();
      }}
    />
  );
}
