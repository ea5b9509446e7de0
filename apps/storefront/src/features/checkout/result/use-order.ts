import type { OrderView } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallRefused, refusedWith } from '../../../api/failure.ts';

/** Waiting time after which the page explains what happens next (contract §4). */
const WAIT_AT_MOST_MS = 180_000;
/** Slower polls after that time. */
const LATE_POLL_MS = 15_000;
const LOST_POLL_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
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
  const [round, setRound] = useState(0);
  const isOverdue = useOverdue(order?.state === 'waiting');
  const pauseOf = useEffectEvent((pollMs: number) => (isOverdue ? LATE_POLL_MS : pollMs));

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let lost = 0;
    // An overtaken answer must not undo a newer one or start its own polls.
    let turn = 0;

    async function ask() {
      clearTimeout(timer);
      turn += 1;
      const own = turn;
      const isOver = () => gone.signal.aborted || own !== turn;
      setIsAsking(true);
      try {
        const options = { background: true, signal: gone.signal };
        const answer = await call('orderInquire', { token }, options);
        if (isOver()) return;
        lost = 0;
        setOrder(answer);
        setFailure(null);
        if (answer.next_poll_ms !== null) again(pauseOf(answer.next_poll_ms));
      } catch (problem) {
        if (isOver()) return;
        lost += 1;
        // The token belongs to another game's shop.
        const isForeign = refusedWith(problem, CODES.PARAMETER_ERROR);
        const isFinal = refusedWith(problem, CODES.NO_SUCH_ORDER) || (isForeign && lost > 1);
        const isAnswered = problem instanceof CallRefused && !isForeign;
        if (isFinal || isAnswered || lost >= MAX_LOST_ANSWERS) setFailure(problem);
        if (!isFinal) again(Math.min(LOST_POLL_MS * 2 ** (lost - 1), LONGEST_PAUSE_MS));
      } finally {
        if (!isOver()) setIsAsking(false);
      }
    }

    function again(ms: number) {
      timer = setTimeout(() => void ask(), ms);
    }

    // Timers pause in hidden tabs, so a return from the bank's app polls at once.
    function seen() {
      if (document.visibilityState === 'visible') void ask();
    }

    void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [token, round]);

  const askNow = () => setRound((before) => before + 1);
  return { order, failure: order === null ? failure : null, isOverdue, isAsking, askNow };
}

function useOverdue(isWaiting: boolean): boolean {
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
