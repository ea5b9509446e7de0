import type { OrderView } from '@webpay/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from '../../../router/location.tsx';
import { call } from '../../../api/call.ts';
import type { Checkout } from '../../../browser/storage.ts';

/**
 * Whether the gateway has just sent the player back. A wallet's approval is captured here at once,
 * for the character it was given for, whoever is logged in by now; the gateway's own notice does
 * the same where this tab knows nothing of the payment, and the server captures once.
 */
export function useWayBack(
  token: string | null,
  kept: Pick<Checkout, 'token' | 'wallet'> | null,
): boolean {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const isApproved = query.has('PayerID');
  const isBack = isApproved || query.has('outTradeNo') || query.has('tradeToken');
  const asked = useRef(false);
  const wallet = kept !== null && kept.token === token ? kept.wallet : null;

  useEffect(() => {
    if (!isApproved || asked.current || wallet === null) return;
    asked.current = true;
    call('paypalCapture', wallet, { background: true }).catch(() => {
      // The order's own state says what became of it; the page is already asking for that.
    });
  }, [isApproved, wallet]);

  return isBack;
}

/** Back from a wallet the order stays "open" until it is captured: that is waiting. */
export function asWaiting(order: OrderView): OrderView {
  return order.state === 'open' ? { ...order, state: 'waiting', reason: 'unknown' } : order;
}

/** A payment whose answer was lost may itself be under way for as long: "open" is not yet its end. */
const UNDER_WAY_MS = 5_000;

/** Whether "open" may still mean that the payment has not arrived, rather than that it never will. */
export function useUnderWay(isInDoubt: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), UNDER_WAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isInDoubt && !isOver;
}
