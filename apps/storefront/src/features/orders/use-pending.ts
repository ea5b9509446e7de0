import type { OrderEntry } from '@webpay/contract/calls';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useOnline } from '../../browser/use-online.ts';
import { usePoll } from '../../browser/use-poll.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

const POLL_MS = 5_000;

const isWaiting = (order: OrderEntry): boolean => order.state === 'waiting';

/** Payments of this character whose answer is still to come; asks again while one waits. */
export function usePending(user: UserInfo | undefined): readonly OrderEntry[] {
  const t = useText();
  const isOnline = useOnline();
  const [pending, setPending] = useState<readonly OrderEntry[]>([]);

  async function ask(signal: AbortSignal): Promise<number | null> {
    const orders = await call('userOrders', {}, { background: true, signal });
    if (signal.aborted) return null;
    tell(orders);
    const waiting = orders.filter(isWaiting);
    if (waiting.length === 0) return null;
    // A code is paid in minutes to days.
    return waiting.every(({ has_code }) => has_code) ? 6 * POLL_MS : POLL_MS;
  }

  function tell(orders: readonly OrderEntry[]) {
    const over = orders.find(
      (order) => !isWaiting(order) && pending.some(({ order_id }) => order_id === order.order_id),
    );
    if (over?.state === 'success') toast(t('pending.paid'));
    else if (over) toast(t(over.reason === 'declined' ? 'orders.declined' : 'payment.not_charged'));
    setPending(orders.filter(isWaiting));
  }

  usePoll(isOnline ? (user?.user_token ?? null) : null, ask);
  return pending;
}
