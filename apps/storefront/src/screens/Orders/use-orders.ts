import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, serverNow } from '../../api/call.ts';
import { mayChange } from './order-view.ts';

/** Orders a page (contract §3). */
const PAGE = 20;
/** Interval of refreshes while an order may change. */
const REFRESH_MS = 15_000;

export type Orders = {
  /** undefined: not loaded yet. */
  readonly list: readonly OrderEntry[] | undefined;
  /** Failure of the first page. */
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly hasMore: boolean;
  /** Failure of the next page; the pages above stay. */
  readonly moreFailure: unknown;
  readonly isAskingMore: boolean;
  readonly more: () => void;
  readonly retry: () => void;
};

type Answers = Pick<Orders, 'list' | 'hasMore' | 'failure' | 'moreFailure'>;

/** Loads the orders page by page, and refreshes them while one may change. */
export function useOrders(isShown: boolean): Orders {
  const [answers, setAnswers] = useState<Answers>({
    list: undefined,
    hasMore: false,
    failure: null,
    moreFailure: null,
  });
  const [isAsking, setIsAsking] = useState(false);
  const [isAskingMore, setIsAskingMore] = useState(false);
  // One call at a time: a late page must not overwrite a newer one.
  const isBusy = useRef(false);
  const lifetime = useRef<AbortController | null>(null);

  async function exclusively(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = lifetime.current;
    if (isBusy.current || controller === null) return;
    isBusy.current = true;
    try {
      await work(controller.signal);
    } finally {
      isBusy.current = false;
    }
  }

  async function load(isBackground: boolean): Promise<void> {
    await exclusively(async (signal) => {
      if (!isBackground) setIsAsking(true);
      try {
        const known = answers.list ?? [];
        const fresh = await loadDownTo(lastChanging(known), isBackground, signal);
        setAnswers((now) => ({
          list: joined(fresh, now.list ?? []),
          hasMore: now.list === undefined ? fresh.length === PAGE : now.hasMore,
          failure: null,
          moreFailure: now.moreFailure,
        }));
      } catch (failure) {
        // The list stays; the next refresh may succeed.
        if (!signal.aborted && !isBackground) setAnswers((now) => ({ ...now, failure }));
      } finally {
        if (!signal.aborted) setIsAsking(false);
      }
    });
  }

  async function more(): Promise<void> {
    const last = answers.list?.at(-1);
    if (last === undefined || !answers.hasMore) return;
    await exclusively(async (signal) => {
      setIsAskingMore(true);
      try {
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

  // Refreshes fail silently; only the first load reports its failure.
  const refresh = useEffectEvent(() => void load(answers.list !== undefined));
  useEffect(() => {
    lifetime.current = new AbortController();
    return () => {
      lifetime.current?.abort();
      lifetime.current = null;
      isBusy.current = false;
    };
  }, []);

  // Also refreshes on the return from an order or another tab.
  const mayAnyChange = answers.list?.some((order) => mayChange(order, serverNow())) === true;
  useEffect(() => {
    if (!isShown) return;
    refresh();
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isShown]);
  useEffect(() => {
    if (!isShown || !mayAnyChange) return;
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isShown, mayAnyChange]);

  return {
    ...answers,
    isAsking,
    isAskingMore,
    more: () => void more(),
    retry: () => void load(false),
  };
}

/** Loads the pages from the newest order down to `oldest`. */
async function loadDownTo(
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
    const isComplete = oldest === undefined || page.some(isOrder(oldest));
    if (page.length < PAGE || isComplete) return found;
  }
}

function lastChanging(list: readonly OrderEntry[]): OrderEntry | undefined {
  return list.findLast((order) => mayChange(order, serverNow()));
}

const isOrder = (one: OrderEntry) => (other: OrderEntry) => other.order_id === one.order_id;

/** Joins newer answers before older ones, each order once. */
function joined(newer: readonly OrderEntry[], older: readonly OrderEntry[]): readonly OrderEntry[] {
  const known = new Set(newer.map(({ order_id }) => order_id));
  return [...newer, ...older.filter(({ order_id }) => !known.has(order_id))];
}
