import type { OrderView } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallRefused, refusedWith } from '../../../api/failure.ts';

/** Contract §4: for this long the page just waits; then it says what happens next. */
export const WAIT_AT_MOST_MS = 180_000;
/** After that it still asks, but no longer every few seconds. */
const LATE_POLL_MS = 15_000;
const LOST_POLL_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** This many lost answers in a row before a page without an order says that it cannot load. */
const PATIENCE = 3;

export type WatchedOrder = {
  readonly order: OrderView | null;
  /** Why there is no order to show; polls go on where that can help. */
  readonly failure: unknown;
  /** It has been `waiting` for three minutes. */
  readonly isOverdue: boolean;
  readonly isAsking: boolean;
  readonly askNow: () => void;
};

/** F06: an order as it stands, asked again for as long as something may still change. */
export function useOrder(token: string): WatchedOrder {
  const [order, setOrder] = useState<OrderView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(true);
  const [round, setRound] = useState(0);
  const isOverdue = useOverdue(order?.state === 'waiting');
  const late = useRef(isOverdue);
  useEffect(() => {
    late.current = isOverdue;
  });

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let lost = 0;
    // An answer that was overtaken must not undo a newer one, nor begin polls of its own.
    let turn = 0;

    async function ask() {
      clearTimeout(timer);
      turn += 1;
      const mine = turn;
      const isOver = () => gone.signal.aborted || mine !== turn;
      setIsAsking(true);
      try {
        const got = await call(
          'orderInquire',
          { token },
          { background: true, signal: gone.signal },
        );
        if (isOver()) return;
        lost = 0;
        setOrder(got);
        setFailure(null);
        if (got.next_poll_ms !== null) again(late.current ? LATE_POLL_MS : got.next_poll_ms);
      } catch (problem) {
        if (isOver()) return;
        lost += 1;
        // What the shop of another game was asked for is no order here.
        const isForeign = refusedWith(problem, CODES.PARAMETER_ERROR);
        const isFinal = refusedWith(problem, CODES.NO_SUCH_ORDER) || (isForeign && lost > 1);
        const isTold = problem instanceof CallRefused && !isForeign;
        if (isFinal || isTold || lost >= PATIENCE) setFailure(problem);
        if (!isFinal) again(Math.min(LOST_POLL_MS * 2 ** (lost - 1), LONGEST_PAUSE_MS));
      } finally {
        if (!isOver()) setIsAsking(false);
      }
    }

    function again(ms: number) {
      timer = setTimeout(() => void ask(), ms);
    }

    // Timers sleep in hidden tabs: whoever comes back from the bank's app sees the truth at once.
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

  const askNow = useCallback(() => setRound((before) => before + 1), []);
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
