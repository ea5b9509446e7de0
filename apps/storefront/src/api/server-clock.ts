/** S02: interval at which a waiting request checks for the server's time. */
const POLL_MS = 20;

export type ServerClock = {
  /** The server's time in ms since the epoch; the local time while it is unknown. */
  now(): number;
  isKnown(): boolean;
  /** Takes the `_` of an answer. @returns how far the offset moved, in ms. */
  learn(serverMs: number): number;
  /** Resolves once the offset is known (S02). @throws the signal's reason when it is aborted. */
  whenKnown(signal?: AbortSignal): Promise<void>;
};

/** S01: keeps the server's time as local time plus an offset that every answer renews. */
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
