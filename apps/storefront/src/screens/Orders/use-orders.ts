import type { OrderEntry } from '@webpay/contract/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, serverNow } from '../../api/call.ts';
import { mayChange } from './order-view.ts';

/** Orders a page (contract §3). */
const PAGE = 20;
/** Interval of refreshes while an order may change. */
const REFRESH_MS = 15_000;

type Answers = {
  /** undefined: not loaded yet. */
  readonly list: readonly OrderEntry[] | undefined;
  readonly hasMore: boolean;
  /** Failure of the first page. */
  readonly failure: unknown;
  /** Failure of the next page; the pages above stay. */
  readonly moreFailure: unknown;
};

const NO_ANSWERS: Answers = { list: undefined, hasMore: false, failure: null, moreFailure: null };

export type Orders = ReturnType<typeof useOrders>;

/** Loads the orders page by page, and refreshes them while one may change. */
export function useOrders(isShown: boolean) {
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [asking, setAsking] = useState<'list' | 'more' | null>(null);
  // One call at a time: a late page must not overwrite a newer one.
  const isBusy = useRef(false);
  const lifetime = useRef<AbortController | null>(null);

  /** Shows the call and its failure at `part`; null: nowhere. */
  async function ask(
    part: typeof asking,
    work: (signal: AbortSignal) => Promise<(now: Answers) => Answers>,
  ): Promise<void> {
    const signal = lifetime.current?.signal;
    if (isBusy.current || signal === undefined) return;
    isBusy.current = true;
    if (part !== null) setAsking(part);
    try {
      setAnswers(await work(signal));
    } catch (failure) {
      // The list stays; the next refresh may succeed.
      if (signal.aborted || part === null) return;
      setAnswers((now) =>
        part === 'list' ? { ...now, failure } : { ...now, moreFailure: failure },
      );
    } finally {
      if (!signal.aborted) setAsking(null);
      isBusy.current = false;
    }
  }

  const load = (isBackground: boolean) =>
    ask(isBackground ? null : 'list', async (signal) => {
      const changing = answers.list?.findLast((order) => mayChange(order, serverNow()));
      const fresh = await loadDownTo(changing, isBackground, signal);
      return (now) => ({
        ...now,
        list: joined(fresh, now.list ?? []),
        hasMore: now.list === undefined ? fresh.length === PAGE : now.hasMore,
        failure: null,
      });
    });

  function more(): void {
    const last = answers.list?.at(-1);
    if (last === undefined || !answers.hasMore) return;
    void ask('more', async (signal) => {
      const fields = { before: last.order_id };
      const page = await call('userOrders', fields, { background: true, signal });
      return (now) => ({
        ...now,
        list: joined(now.list ?? [], page),
        hasMore: page.length === PAGE,
        moreFailure: null,
      });
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
    isAsking: asking === 'list',
    isAskingMore: asking === 'more',
    more,
    refresh: () => void load(true),
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
    const isComplete = !oldest || page.some(({ order_id }) => order_id === oldest.order_id);
    if (page.length < PAGE || isComplete) return found;
  }
}

/** Joins newer answers before older ones, each order once. */
function joined(newer: readonly OrderEntry[], older: readonly OrderEntry[]): readonly OrderEntry[] {
  const known = new Set(newer.map(({ order_id }) => order_id));
  return [...newer, ...older.filter(({ order_id }) => !known.has(order_id))];
}
