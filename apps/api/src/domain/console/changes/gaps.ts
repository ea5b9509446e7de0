/** A transaction commits within this time, or never. */
const LATEST_MS = 30_000;
const MOST = 1_000;

export type Gaps = {
  /** Numbers that may still be committed. */
  missing(): number[];
  /** Notes the numbers above `after`, up to `last`, that were not seen, and forgets those that were. */
  saw(after: number, last: number, seen: ReadonlySet<number>): void;
};

/**
 * Numbers of a sequence are given before their rows are committed, so a lower one may appear later than a higher one.
 * Remembers the newest 1,000 such numbers for 30 s.
 */
export function trackGaps(nowMs: () => number): Gaps {
  const since = new Map<number, number>();
  return {
    missing: () => [...since.keys()],
    saw: (after, last, seen) => {
      const now = nowMs();
      for (const [id, at] of since) if (seen.has(id) || now - at > LATEST_MS) since.delete(id);
      for (let id = Math.max(after + 1, last - MOST); id < last; id += 1) {
        if (!seen.has(id)) since.set(id, now);
      }
      for (const id of since.keys()) {
        if (since.size <= MOST) break;
        since.delete(id);
      }
    },
  };
}
