import type { OrderView } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { refusedWith } from '../../../api/failure.ts';
import { useText } from '../../../i18n/text.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { useConfigs } from '../../../api/page.tsx';
import { toastFailure } from '../../support/code-message.ts';

/**
 * Cancels a payment that waits for the player at the bank, so that the order can be paid another way.
 * The server queries the bank first; a later approval still counts.
 */
export function useLeave({ token }: Pick<OrderView, 'token'>, onDone: () => void) {
  const t = useText();
  const configs = useConfigs();
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave(): Promise<void> {
    if (isLeaving) return;
    setIsLeaving(true);
    try {
      await call('orderCancel', { token });
    } catch (failure) {
      // The bank was faster, so the order's state shows its answer.
      if (refusedWith(failure, CODES.WRONG_STATE)) toast(t('result.leave_late'));
      else toastFailure(t, failure, configs);
    } finally {
      setIsLeaving(false);
      onDone();
    }
  }

  return { isLeaving, leave };
}
