import type { ReactNode } from 'react';
import { useConfigs } from '../../api/page.tsx';
import { thisDevice } from '../../browser/device.ts';
import { gameAddress } from '../../browser/return-to-game.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { ResultArt } from '../../features/checkout/result/ResultArt.tsx';
import { SupportButton } from '../../features/support/SupportButton.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { buttonClass } from '../../ui/Button/button-class.ts';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import styles from './MallMessage.module.css';

/** Explains why there is no order to pay, that nothing was charged, and the way on. */
export function MallMessage(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly isAsking?: boolean;
  readonly requestId?: string | null;
  /** The game cannot help: only customer service can. */
  readonly isSupportOnly?: boolean;
}) {
  const t = useText();
  const configs = useConfigs();
  const game = gameAddress(thisDevice(), configs.game_scheme, '');
  const { onRetry, requestId = null, isSupportOnly = false } = props;
  const support = (className: string) => (
    <SupportButton className={className} about={{ requestId }}>
      <Icon name="headset" />
      {t('result.support')}
    </SupportButton>
  );
  return (
    <ShopFrame>
      <TopBar over heading="p" title="" end={<LanguageSwitch />} />
      <ResultArt art={onRetry ? 'asleep' : 'missing'} mood={onRetry ? 'waiting' : 'timeout'} />
      <div role="alert" className={styles.message}>
        <h1 tabIndex={-1}>{props.title}</h1>
        <p className="muted">{props.children}</p>
        {requestId !== null && <p className="cap num">{t('ui.request_id', { id: requestId })}</p>}
        {!isSupportOnly && support(textButtonClass)}
      </div>
      {isSupportOnly && <BottomBar>{support(buttonClass({ wide: true }))}</BottomBar>}
      {!isSupportOnly && (onRetry ?? game !== '') && (
        <BottomBar>
          {onRetry ? (
            <Button wide busy={props.isAsking ?? false} onClick={onRetry}>
              {t('ui.try_again')}
            </Button>
          ) : (
            <a className={buttonClass({ wide: true })} data-primary href={game}>
              {t('result.back_to_game')}
            </a>
          )}
        </BottomBar>
      )}
    </ShopFrame>
  );
}
