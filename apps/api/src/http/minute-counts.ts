import type { Clock } from '../platform/clock.ts';

const MINUTE_MS = 60_000;

export type MinuteCounts = {
  /** @returns how often this key was counted in this minute, with this time */
  count(key: string): number;
  /** Keys counted in this minute. */
  size(): number;
  /** Whole seconds until the next minute. */
  secondsLeft(): number;
};

/**
 * Counts keys by the minute of real time, in the memory of this process.
 * @param most keys of a minute, some hundred bytes each; a further one replaces the oldest
 */
export function createMinuteCounts(clock: Pick<Clock, 'real'>, most: number): MinuteCounts {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count: (key) => {
      const now = Math.floor(clock.real().getTime() / MINUTE_MS);
      if (now !== minute) {
        minute = now;
        counts = new Map();
      }
      const times = (counts.get(key) ?? 0) + 1;
      const [oldest] = counts.keys();
      if (times === 1 && counts.size >= most && oldest !== undefined) counts.delete(oldest);
      counts.set(key, times);
      return times;
    },
    size: () => counts.size,
    secondsLeft: () => Math.ceil((MINUTE_MS - (clock.real().getTime() % MINUTE_MS)) / 1_000),
  };
}
