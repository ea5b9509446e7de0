import type { OrderView } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallRefused, refusedWith } from '../../../api/failure.ts';
import { usePoll } from '../../../browser/use-poll.ts';

/** Waiting time after which the page explains what happens next (contract §4). */
const WAIT_AT_MOST_MS = 180_000;
/** Lost answers in a row before a page without an order reports a failure. */
const MAX_LOST_ANSWERS = 3;

export type WatchedOrder = {
  readonly order: OrderView | null;
  /** Reason for a missing order; polls continue where they can help. */
  readonly failure: unknown;
  /** The order has been `waiting` for three minutes. */
  readonly isOverdue: boolean;
  readonly isAsking: boolean;
  readonly askNow: () => void;
};

/** Polls an order while its state may change (F06). */
export function useOrder(token: string): WatchedOrder {
  const [order, setOrder] = useState<OrderView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(true);
  const isOverdue = useOverdue(order?.state === 'waiting');

  async function ask(signal: AbortSignal): Promise<number | null> {
    setIsAsking(true);
    try {
      const answer = await call('orderInquire', { token }, { background: true, signal });
      if (signal.aborted) return null;
      setOrder(answer);
      setFailure(null);
      return answer.next_poll_ms;
    } finally {
      if (!signal.aborted) setIsAsking(false);
    }
  }

  function onLost(problem: unknown, lost: number): boolean {
    // The token belongs to another game's shop.
    const isForeign = refusedWith(problem, CODES.PARAMETER_ERROR);
    const isFinal = refusedWith(problem, CODES.NO_SUCH_ORDER) || (isForeign && lost > 1);
    const isAnswered = problem instanceof CallRefused && !isForeign;
    if (isFinal || isAnswered || lost >= MAX_LOST_ANSWERS) setFailure(problem);
    return !isFinal;
  }

  const askNow = usePoll(token, ask, onLost);
  return { order, failure: order === null ? failure : null, isOverdue, isAsking, askNow };
}

/** Whether an order has been `waiting` for so long that its page explains what happens next. */
export function useOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsOverdue(true), WAIT_AT_MOST_MS);
    return () => {
      clearTimeout(timer);
      setIsOverdue(false);
    };
  }, [isWaiting]);
  return isOverdue;
}
