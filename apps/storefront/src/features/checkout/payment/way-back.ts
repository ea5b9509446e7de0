import type { OrderView } from '@webpay/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from '../../../router/location.tsx';
import { call } from '../../../api/call.ts';
import type { Checkout } from '../../../browser/storage.ts';

/**
 * Whether the gateway has just returned the player. Captures a wallet's approval at once, for the character of the
 * order; without data in this tab the gateway's webhook triggers it, and the server captures once. The way back ends with
 * its answer: after a failure or a refused approval its player tries again, and that has not returned.
 */
export function useWayBack(
  token: string | null,
  stored: Pick<Checkout, 'token' | 'wallet'> | null,
  hasFailed?: boolean,
): boolean {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const isApproved = query.has('PayerID');
  // A local method's page may send the player back unpaid: the order's own state says what is left to do.
  const isLeft = query.get('status') === 'PENDING';
  const isBack = isApproved || (!isLeft && (query.has('outTradeNo') || query.has('tradeToken')));
  const asked = useRef(false);
  const [isOver, setIsOver] = useState(false);
  if (hasFailed && !isOver) setIsOver(true);
  const kept = stored !== null && stored.token === token ? stored.wallet : null;
  // PayPal names the order that was approved: another one of this tab may not be approved yet.
  const wallet = kept?.order_id === query.get('token') ? kept : null;

  useEffect(() => {
    if (!isApproved || asked.current || wallet === null) return;
    asked.current = true;
    call('paypalCapture', wallet, { background: true }).then(
      ({ action }) => setIsOver(!!action),
      () => {
        // The page already polls the order's state, which shows the outcome.
      },
    );
  }, [isApproved, wallet]);

  return isBack && !isOver;
}

/** The query of an address without a gateway's way back: the next payment has not returned yet. */
export const ownSearch = (search: string): string =>
  /PayerID|outTradeNo|tradeToken/.test(search) ? '' : search;

/** Shows an order as waiting after a wallet: it stays "open" until it is captured. */
export function asWaiting(order: OrderView): OrderView {
  return order.state === 'open' ? { ...order, state: 'waiting', reason: 'unknown' } : order;
}

/** Time in which a payment with a lost answer may still arrive. */
const UNDER_WAY_MS = 5_000;

/** Whether an "open" order may still receive the unresolved payment. */
export function useUnderWay(isUnresolved: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), UNDER_WAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isUnresolved && !isOver;
}
