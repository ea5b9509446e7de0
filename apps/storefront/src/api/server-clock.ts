/** S02: how often a waiting request looks whether the time is known. */
const POLL_MS = 20;

export type ServerClock = {
  /** The server's time in ms since the epoch; the local one while nothing is known. */
  now(): number;
  isKnown(): boolean;
  /** Takes the `_` of an answer. @returns how far the offset moved, in ms. */
  learn(serverMs: number): number;
  /** Resolves once the offset is known (S02). @throws the signal's reason when it is aborted. */
  whenKnown(signal?: AbortSignal): Promise<void>;
};

/** S01: the server's time as local time plus an offset that every answer renews. */
export function createServerClock(localNow: () => number = Date.now): ServerClock {
  let offset: number | null = null;
  return {
    now: () => localNow() + (offset ?? 0),
    isKnown: () => offset !== null,
    learn(serverMs) {
      const next = serverMs - localNow();
      const moved = Math.abs(next - (offset ?? next));
      offset = next;
      return moved;
    },
    async whenKnown(signal) {
      while (offset === null) {
        signal?.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}
