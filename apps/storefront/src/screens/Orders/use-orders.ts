import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, serverNow } from '../../api/call.ts';
import { mayChange } from './order-view.ts';

/** Contract §3. */
const PAGE = 20;
/** While one of them may change, the list looks again. */
const REFRESH_MS = 15_000;

export type Orders = {
  /** undefined: not known yet. */
  readonly list: readonly OrderEntry[] | undefined;
  /** Why there is no list at all. */
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly hasMore: boolean;
  /** Why the next page did not come; the pages above stay. */
  readonly moreFailure: unknown;
  readonly isAskingMore: boolean;
  readonly more: () => void;
  readonly retry: () => void;
};

type Answers = {
  readonly list: readonly OrderEntry[] | undefined;
  readonly hasMore: boolean;
  readonly failure: unknown;
  readonly moreFailure: unknown;
};

/** The list of orders, page by page, asked again for as long as something in it may change. */
export function useOrders(isShown: boolean): Orders {
  const [answers, setAnswers] = useState<Answers>({
    list: undefined,
    hasMore: false,
    failure: null,
    moreFailure: null,
  });
  const [isAsking, setIsAsking] = useState(false);
  const [isAskingMore, setIsAskingMore] = useState(false);
  // One call at a time: a page that comes late must not undo a newer one.
  const isBusy = useRef(false);
  const gone = useRef<AbortController | null>(null);

  async function alone(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = gone.current;
    if (isBusy.current || stop === null) return;
    isBusy.current = true;
    try {
      await work(stop.signal);
    } finally {
      isBusy.current = false;
    }
  }

  async function first(isQuiet: boolean): Promise<void> {
    await alone(async (signal) => {
      if (!isQuiet) setIsAsking(true);
      try {
        const known = answers.list ?? [];
        const fresh = await pagesDownTo(lastChanging(known), isQuiet, signal);
        setAnswers((now) => ({
          list: joined(fresh, now.list ?? []),
          hasMore: now.list === undefined ? fresh.length === PAGE : now.hasMore,
          failure: null,
          moreFailure: now.moreFailure,
        }));
      } catch (failure) {
        // What is shown stays; the next look may come through.
        if (!signal.aborted && !isQuiet) setAnswers((now) => ({ ...now, failure }));
      } finally {
        if (!signal.aborted) setIsAsking(false);
      }
    });
  }

  async function more(): Promise<void> {
    const last = answers.list?.at(-1);
    if (last === undefined || !answers.hasMore) return;
    await alone(async (signal) => {
      setIsAskingMore(true);
      try {
        // A page that is lost leaves those above where they are.
        const fields = { before: last.order_id };
        const page = await call('userOrders', fields, { background: true, signal });
        setAnswers((now) => ({
          ...now,
          list: joined(now.list ?? [], page),
          hasMore: page.length === PAGE,
          moreFailure: null,
        }));
      } catch (moreFailure) {
        if (!signal.aborted) setAnswers((now) => ({ ...now, moreFailure }));
      } finally {
        if (!signal.aborted) setIsAskingMore(false);
      }
    });
  }

  // What is shown is brought up to date without a word; only the first look is told.
  const look = useEffectEvent(() => void first(answers.list !== undefined));
  useEffect(() => {
    gone.current = new AbortController();
    return () => {
      gone.current?.abort();
      gone.current = null;
      isBusy.current = false;
    };
  }, []);

  // Also whenever the player comes back to it: from an order, or from another tab.
  const isMoving = answers.list?.some((order) => mayChange(order, serverNow())) === true;
  useEffect(() => {
    if (!isShown) return;
    look();
    const seen = () => {
      if (document.visibilityState === 'visible') look();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [isShown]);
  useEffect(() => {
    if (!isShown || !isMoving) return;
    const timer = setInterval(() => look(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isShown, isMoving]);

  return {
    ...answers,
    isAsking,
    isAskingMore,
    more: () => void more(),
    retry: () => void first(false),
  };
}

/** The pages from the newest order to the oldest that may still change. */
async function pagesDownTo(
  oldest: OrderEntry | undefined,
  background: boolean,
  signal: AbortSignal,
): Promise<readonly OrderEntry[]> {
  const found: OrderEntry[] = [];
  for (;;) {
    const last = found.at(-1);
    const fields = last === undefined ? {} : { before: last.order_id };
    const page = await call('userOrders', fields, { background, signal });
    found.push(...page);
    const isDeepEnough = oldest === undefined || page.some(isOrder(oldest));
    if (page.length < PAGE || isDeepEnough) return found;
  }
}

function lastChanging(list: readonly OrderEntry[]): OrderEntry | undefined {
  return list.findLast((order) => mayChange(order, serverNow()));
}

const isOrder = (one: OrderEntry) => (other: OrderEntry) => other.order_id === one.order_id;

/** Newer answers before older ones, each order once. */
function joined(newer: readonly OrderEntry[], older: readonly OrderEntry[]): readonly OrderEntry[] {
  const known = new Set(newer.map(({ order_id }) => order_id));
  return [...newer, ...older.filter(({ order_id }) => !known.has(order_id))];
}
