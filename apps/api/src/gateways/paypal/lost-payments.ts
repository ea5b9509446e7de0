import { scaledMs } from '../../platform/http-client/exchange.ts';
import type { StatementCapture } from '../port.ts';
import type { Paypal } from './call.ts';
import { searchTransactions } from './statement.ts';

/** All attempts that were sent within one window share one reading of the list. */
const WINDOW_MS = 30 * 60_000;
/** Room around a window for clocks that differ. */
const AROUND_MS = 15 * 60_000;
/** The list is up to three hours late: a reading serves half a minute, of an older window ten minutes. */
const READ_AGAIN_MS = 30_000;
const READ_OLD_AGAIN_MS = 10 * 60_000;
const OLD_AFTER_MS = 60 * 60_000;
/** Windows in memory. */
const MAX_WINDOWS = 16;
const TOO_MANY = { kind: 'unavailable', why: 'too many windows at once' } as const;
/** Pages of one reading, 500 transactions each, and its longest time. */
const MAX_PAGES = 60;
const LONGEST_READING_MS = 60_000;

/** A capture in the list, among others with the same number. */
export type Listed = Pick<StatementCapture, 'id' | 'amount' | 'currency'>;
type Captures =
  | { readonly kind: 'read'; readonly ofAttempt: ReadonlyMap<string, readonly Listed[]> }
  | { readonly kind: 'unavailable'; readonly why: string };

type Reading = { readonly captures: Promise<Captures>; endedAtMs: number | null };

/** Captures in the account's list of transactions, around the time of a request. */
export type LostPayments = { readonly capturesAround: (atMs: number) => Promise<Captures> };

/** Reads the list once for all attempts of a window, also when it cannot be read; parallel questions wait for one reading. */
export function createLostPayments(paypal: Paypal): LostPayments {
  const windows = new Map<number, Reading>();
  const { outside } = paypal;

  const isFresh = ({ endedAtMs }: Reading, endMs: number): boolean => {
    if (endedAtMs === null) return true;
    const isOld = outside.now() - endMs > OLD_AFTER_MS;
    const pause = isOld ? READ_OLD_AGAIN_MS : READ_AGAIN_MS;
    return outside.now() - endedAtMs < scaledMs(outside, pause);
  };

  return {
    capturesAround: (atMs) => {
      const startMs = Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
      const known = windows.get(startMs);
      if (known !== undefined && isFresh(known, startMs + WINDOW_MS)) return known.captures;
      windows.delete(startMs);
      if (windows.size >= MAX_WINDOWS) {
        for (const [otherMs, other] of windows)
          if (!isFresh(other, otherMs + WINDOW_MS)) windows.delete(otherMs);
        // A fresh reading serves its questions first: each is asked again in its turn.
        if (windows.size >= MAX_WINDOWS) return Promise.resolve(TOO_MANY);
      }
      const captures = readWindow(paypal, startMs);
      const reading: Reading = { captures, endedAtMs: null };
      windows.set(startMs, reading);
      const end = () => {
        reading.endedAtMs = outside.now();
      };
      // A reading that throws fails its questions, not the process.
      captures.then(end, end);
      return captures;
    },
  };
}

async function readWindow(paypal: Paypal, startMs: number): Promise<Captures> {
  const list = await searchTransactions(
    paypal,
    new Date(startMs - AROUND_MS),
    new Date(startMs + WINDOW_MS + AROUND_MS),
    { pages: MAX_PAGES, endsAt: paypal.outside.now() + LONGEST_READING_MS },
  );
  if (list.kind === 'unavailable') return list;
  const ofAttempt = new Map<string, Listed[]>();
  for (const { attemptId, id, amount, currency } of list.captures) {
    if (attemptId === null) continue;
    const listed = ofAttempt.get(attemptId) ?? [];
    listed.push({ id, amount, currency });
    ofAttempt.set(attemptId, listed);
  }
  return { kind: 'read', ofAttempt };
}
