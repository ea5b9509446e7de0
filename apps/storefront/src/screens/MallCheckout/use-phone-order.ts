import type { PhoneOrder } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { PHONE_PATHS } from '@webpay/contract/phone-paths';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { refusedWith } from '../../api/failure.ts';
import { usePoll } from '../../browser/use-poll.ts';
import { useOverdue, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import type { PhoneKeys } from './take-token.ts';

export type WatchedOnPhone = Omit<WatchedOrder, 'order'>;

/** Follows the order of a phone's link: it may be paid on the computer meanwhile. */
export function usePhoneOrder(keys: PhoneKeys) {
  const [shown, setShown] = useState<PhoneOrder | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(true);
  const isOverdue = useOverdue(shown?.order.state === 'waiting');

  async function ask(signal: AbortSignal): Promise<number | null> {
    setIsAsking(true);
    try {
      const at = PHONE_PATHS.phoneOrder;
      const answer = await call('phoneOrder', keys, { background: true, signal, at });
      if (signal.aborted) return null;
      // An equal answer changes nothing on the page, whose form compares by identity.
      setShown((last) => (JSON.stringify(last) === JSON.stringify(answer) ? last : answer));
      setFailure(null);
      return answer.order.next_poll_ms;
    } finally {
      if (!signal.aborted) setIsAsking(false);
    }
  }

  const askNow = usePoll(`${keys.link}/${shown?.order.state}`, ask, (problem) => {
    setFailure(problem);
    return !refusedWith(problem, CODES.LINK_EXPIRED);
  });
  const watched: WatchedOnPhone = {
    failure,
    isOverdue,
    isAsking,
    askNow,
  };
  return { shown, watched };
}
