import type { Db } from './pool.ts';
import { primaryPosition, type LogPlace } from './replica-queries.ts';

/** The primary is asked once in this time, unless a read must be newer. */
const FRESH_MS = 1_000;
/** Moments that are kept have this distance, all but the newest. */
const APART_MS = 500;

type Moment = LogPlace & { readonly atMs: number };

/** Places of the primary's log with the moments at which they were asked for. They compare no two machines' clocks. */
export type Moments = {
  /** Knows a place that was asked for at `sinceMs` or later, within the last second. @throws when the primary fails */
  know(sinceMs: number): Promise<void>;
  /** The newest moment whose commits all stand before a place; null: none is known. */
  asOf(place: LogPlace): number | null;
  /** Whether a place is of the primary's database and timeline. */
  isOfPrimary(place: LogPlace): boolean;
};

/** @param keptMs older moments are of no use */
export function createMoments(primary: Db, keptMs: number, now: () => number): Moments {
  let known: readonly Moment[] = [];
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const atMs = now();
    const place = await primary.one(primaryPosition);
    const last = known.at(-1);
    // A later query was answered first.
    if (last !== undefined && last.atMs > atMs) return;
    const before = known.at(-2);
    const isClose =
      last !== undefined && before !== undefined && last.atMs - before.atMs < APART_MS;
    const kept = isClose ? known.slice(0, -1) : known;
    known = [...kept.filter((each) => each.atMs >= atMs - keptMs), { ...place, atMs }];
  }

  function start(): Promise<void> {
    const asking = ask().finally(() => {
      if (current === asking) current = null;
    });
    current = asking;
    return asking;
  }

  /** An answer under way may be older than the read, so that all who come meanwhile share the next one. */
  function askSince(): Promise<void> {
    if (current === null) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  }

  const isSame = (one: LogPlace, other: LogPlace): boolean =>
    one.system === other.system && one.timeline === other.timeline;

  return {
    know: async (sinceMs) => {
      const leastMs = Math.max(sinceMs, now() - FRESH_MS);
      if ((known.at(-1)?.atMs ?? -Infinity) < leastMs) await askSince();
    },
    asOf: (place) =>
      known.findLast((each) => isSame(each, place) && each.position <= place.position)?.atMs ??
      null,
    isOfPrimary: (place) => {
      const newest = known.at(-1);
      return newest !== undefined && isSame(newest, place);
    },
  };
}
