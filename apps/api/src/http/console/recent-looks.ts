import type { Clock } from '../../platform/clock.ts';

/** Pages ask for what they show every few seconds: an equal look of a session is one entry for this long. */
const ONE_LOOK_MS = 5 * 60_000;
/** Remembered looks, some hundred bytes each; a further one replaces the oldest, and is written again. */
const MOST = 10_000;

export type RecentLooks = {
  has(key: string): boolean;
  add(key: string): void;
};

/** The looks that the audit log got from this process a short time ago. */
export function createRecentLooks(clock: Pick<Clock, 'real'>, most = MOST): RecentLooks {
  const writtenAt = new Map<string, number>();
  const nowMs = () => clock.real().getTime();
  return {
    has: (key) => nowMs() - (writtenAt.get(key) ?? -Infinity) < ONE_LOOK_MS,
    add: (key) => {
      writtenAt.delete(key);
      const [oldest] = writtenAt.keys();
      if (writtenAt.size >= most && oldest !== undefined) writtenAt.delete(oldest);
      writtenAt.set(key, nowMs());
    },
  };
}
