import type { CallResult } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { navigate } from '../../router/history.ts';
import { call } from '../../api/call.ts';
import { forgetLink } from '../../features/character/stored-link.ts';
import { linkFailure } from '../../features/character/link-failure.ts';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { enter } from '../../features/account/enter.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { ReturningVisitorSkeleton } from './ReturningVisitorSkeleton.tsx';
import { thisDevice } from '../../browser/device.ts';
import { gameAddress } from '../../browser/return-to-game.ts';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { buttonClass } from '../../ui/Button/button-class.ts';

/** F18: opens the shop as the character of a game's link, and names it. */
export default function OpenLink(props: {
  readonly link: string;
  /** Continues without the link: the ID is entered by hand. */
  readonly onLeave: () => void;
}) {
  const { link } = props;
  const t = useText();
  const { pwdStatus } = limitsOf(useConfigs());
  const project = useProject();
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<{ round: number; reason: unknown } | null>(null);

  const opened = useEffectEvent((user: CallResult<'link'>) => {
    forgetLink(project);
    enter(project, user);
    // A previous character's player sees it, too.
    toast(t('link.opened', { name: user.role.name }));
    // A project that requires a password has home ask for it first.
    if (!user.has_pwd && pwdStatus === '1') props.onLeave();
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

/** F18: explains a link that did not open the shop, and offers a retry or the ID. */
function DeadLink(props: {
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const failed = linkFailure(props.failure);
  const isDead = failed.kind === 'dead';
  const game = gameAddress(thisDevice(), configs.game_scheme, '');
  const reason = failureMessage(t, props.failure, configs);
  const again = againAfter(props.failure, props.onAgain);
  const container = useRef<HTMLDivElement>(null);
  // Focuses the heading, so that screen readers announce the change.
  useEffect(() => container.current?.querySelector('h1')?.focus({ preventScroll: true }), []);
  return (
    <div ref={container} data-link={failed.kind}>
      <WholePage
        picture={configs.theme.art[isDead ? 'compass' : 'asleep']}
        title={isDead ? t(failed.title) : t('link.failed')}
        text={isDead ? t('link.ask_again') : (reason ?? '')}
        end={<LanguageSwitch />}
        action={
          <>
            {isDead && game !== '' && (
              <a className={buttonClass({ kind: 'ghost' })} href={game}>
                {t('result.back_to_game')}
              </a>
            )}
            <Button kind={isDead ? 'primary' : 'ghost'} onClick={props.onLeave}>
              {t('home.enter_id')}
            </Button>
            {!isDead && again && (
              <Button grow busy={props.isAsking} onClick={again}>
                {t('ui.try_again')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
