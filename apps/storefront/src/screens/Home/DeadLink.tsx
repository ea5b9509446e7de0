import { useEffect, useRef } from 'react';
import { linkFailure } from '../../features/character/link-failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { thisDevice } from '../../browser/device.ts';
import { gameAddress } from '../../browser/return-to-game.ts';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { buttonClass } from '../../ui/Button/button-class.ts';

/** F18: explains a link that did not open the shop, and offers a retry or the ID. */
export function DeadLink(props: {
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
            <Button {...(isDead ? { grow: true } : { kind: 'ghost' })} onClick={props.onLeave}>
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
