import type { SavedCard } from '@webpay/contract/calls';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useConfigs } from '../../../api/page.tsx';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { toastFailure } from '../../support/code-message.ts';
import { nameOfCard, type SavedCards } from './saved-cards.ts';

/** Removes a saved card: asks once, then it is gone here at once. */
export default function RemoveCard(props: {
  readonly card: SavedCard;
  readonly saved: Pick<SavedCards, 'user' | 'reload'>;
}) {
  const { card, saved } = props;
  const t = useText();
  const configs = useConfigs();
  const [asks, setAsks] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const name = nameOfCard(card);

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
        titleText={t('card.remove_title', { card: name })}
        onClosed={() => setAsks(false)}
        rightBtnText={t('card.remove')}
        rightBtnFun={() => void remove()}
      />
    </>
  );
}
