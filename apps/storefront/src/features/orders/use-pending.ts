import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useOnline } from '../../browser/use-online.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

const POLL_MS = 5_000;
/** Polls of one visit: a slower answer shows at the next one. */
const MAX_POLLS = 60;

const isWaiting = (order: OrderEntry): boolean => order.state === 'waiting';

/** Payments of this character whose answer is still to come; asks again while one waits. */
export function usePending(user: UserInfo | undefined): readonly OrderEntry[] {
  const t = useText();
  const isOnline = useOnline();
  const [pending, setPending] = useState<readonly OrderEntry[]>([]);

  const tell = useEffectEvent((orders: readonly OrderEntry[]) => {
    const over = orders.find(
      (order) => !isWaiting(order) && pending.some(({ order_id }) => order_id === order.order_id),
    );
    if (over?.state === 'success') toast(t('pending.paid'));
    else if (over) toast(t(over.reason === 'declined' ? 'result.declined' : 'payment.not_charged'));
    setPending(orders.filter(isWaiting));
  });

  const token = user?.user_token;
  useEffect(() => {
    if (token === undefined || !isOnline) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;
    let isAsking = false;

    async function ask() {
      clearTimeout(timer);
      if (isAsking || document.visibilityState === 'hidden') return;
      isAsking = true;
      polls += 1;
      try {
        const orders = await call('userOrders', {}, { background: true, signal: gone.signal });
        if (gone.signal.aborted) return;
        tell(orders);
        if (!orders.some(isWaiting)) return;
      } catch {
        // The next poll may succeed; the strip stays until an answer comes.
        if (gone.signal.aborted) return;
      } finally {
        isAsking = false;
      }
      if (polls < MAX_POLLS) timer = setTimeout(() => void ask(), POLL_MS);
    }

    const seen = () => void ask();
    void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [token, isOnline]);

  return pending;
}
