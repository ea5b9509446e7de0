import type { SavedCard } from '@webpay/contract/calls';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useConfigs } from '../../../api/page.tsx';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { toastFailure } from '../../support/code-message.ts';
import type { CheckoutFlow } from '../payment/use-payment.ts';
import type { SavedCards } from './saved-cards.ts';

/** Beside a chosen method: removes a saved card or wallet, or asks whether a wallet is kept. */
export default function RemoveCard(props: {
  readonly card: SavedCard | undefined;
  readonly saved: Pick<SavedCards, 'user' | 'onTick' | 'reload'> | null;
  /** Absent beside a card that can only be removed. */
  readonly flow?: Pick<CheckoutFlow, 'isOpening'>;
}) {
  const { card, saved, flow } = props;
  if (saved === null) return null;
  return card === undefined ? (
    <KeepWallet onTick={saved.onTick} isBusy={flow?.isOpening === true} />
  ) : (
    <Remove card={card} saved={saved} />
  );
}

/** The payer's own words are the consent: never ticked by itself, and fixed once the gateway hears of it. */
function KeepWallet({ onTick, isBusy }: Pick<SavedCards, 'onTick'> & { readonly isBusy: boolean }) {
  const t = useText();
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    onTick(isOn);
    return () => onTick(false);
  }, [isOn, onTick]);
  return (
    <label className="row-tight cap">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isBusy}
        onChange={(event) => setIsOn(event.target.checked)}
      />
      <span>{t('wallet.keep', { name: 'PayPal' })}</span>
    </label>
  );
}

/** Removes a saved card: asks once, then it is gone here at once. */
function Remove(props: {
  readonly card: SavedCard;
  readonly saved: Pick<SavedCards, 'user' | 'reload'>;
}) {
  const { card, saved } = props;
  const t = useText();
  const configs = useConfigs();
  const [asks, setAsks] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function remove(): Promise<void> {
    setAsks(false);
    setIsBusy(true);
    try {
      const { user_token: userToken } = saved.user;
      await call('savedCardRemove', { card: card.card }, { userToken });
    } catch (failure) {
      toastFailure(t, failure, configs);
    }
    setIsBusy(false);
    saved.reload();
  }

  return (
    <>
      <div>
        <Button kind="ghost" size="small" icon="trash" busy={isBusy} onClick={() => setAsks(true)}>
          {t('card.remove')}
        </Button>
      </div>
      <Popup
        show={asks}
        titleText={t('card.remove_title', { card: card.label })}
        onClosed={() => setAsks(false)}
        rightBtnText={t('card.remove')}
        rightBtnFun={() => void remove()}
      />
    </>
  );
}
