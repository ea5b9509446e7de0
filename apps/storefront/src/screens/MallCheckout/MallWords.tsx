import type { ReactNode } from 'react';
import { useConfigs } from '../../features/config/page.tsx';
import { thisDevice } from '../../features/device/device.ts';
import { gameAddress } from '../../features/device/return-to-game.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { LanguageSwitch } from '../../features/language/LanguageSwitch.tsx';
import { ResultArt } from '../../features/result/ResultArt.tsx';
import { SupportButton } from '../../features/support/SupportButton.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Foot } from '../../ui/Foot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { textButtonClass } from '../../ui/TextButton.tsx';
import { TopBar } from '../../ui/TopBar.tsx';
import styles from './MallWords.module.css';

/** Where there is no order to pay: why, that nothing was charged, and the way on. */
export function MallWords(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly isAsking?: boolean;
  readonly requestId?: string | null;
  /** Nothing in the game helps: customer service is the one way on. */
  readonly isSupportOnly?: boolean;
}) {
  const t = useText();
  const configs = useConfigs();
  const game = gameAddress(thisDevice(), configs.game_scheme, '');
  const { onRetry, requestId = null, isSupportOnly = false } = props;
  const support = (
    <>
      <Icon name="headset" />
      {t('result.support')}
    </>
  );
  return (
    <ShopFrame>
      <TopBar over heading="p" title="" end={<LanguageSwitch />} />
      <ResultArt art={onRetry ? 'asleep' : 'missing'} mood={onRetry ? 'waiting' : 'timeout'} />
      <div role="alert" className={styles.words}>
        <h1 tabIndex={-1}>{props.title}</h1>
        <p className="muted">{props.children}</p>
        {requestId !== null && <p className="cap num">{t('ui.request_id', { id: requestId })}</p>}
        {!isSupportOnly && (
          <SupportButton className={textButtonClass} about={{ requestId }}>
            {support}
          </SupportButton>
        )}
      </div>
      {isSupportOnly && (
        <Foot>
          <SupportButton className={buttonClass({ wide: true })} about={{ requestId }}>
            {support}
          </SupportButton>
        </Foot>
      )}
      {!isSupportOnly && (onRetry ?? game !== '') && (
        <Foot>
          {onRetry ? (
            <Button wide busy={props.isAsking ?? false} onClick={onRetry}>
              {t('ui.try_again')}
            </Button>
          ) : (
            <a className={buttonClass({ wide: true })} data-primary href={game}>
              {t('result.back_to_game')}
            </a>
          )}
        </Foot>
      )}
    </ShopFrame>
  );
}
