import type { OrderEntry, Receipt } from '@webpay/contract/calls';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

/** Requests an order's receipt, again whenever the order or `beside` changes. */
export function useReceipt(order: OrderEntry | null, beside = '') {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // Only its own player may see the payment.
  const token = order?.role.cid === undefined ? null : order.token;
  const state =
    order &&
    [
      order.state,
      order.reason,
      order.delivery.state,
      order.delivery.reason,
      order.refunded?.amount,
    ].join(' ');
  useEffect(() => {
    if (token === null) return;
    const request = new AbortController();
    call('userReceipt', { token }, { background: true, signal: request.signal }).then(
      (got) => {
        setReceipt(got);
        setFailure(null);
      },
      (problem: unknown) => {
        if (!request.signal.aborted) setFailure(problem);
      },
    );
    return () => request.abort();
  }, [token, state, beside, round]);
  return { receipt, failure, retry: () => setRound((before) => before + 1) };
}
