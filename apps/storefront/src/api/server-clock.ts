/** S02: interval at which a waiting request checks for the server's time. */
const POLL_MS = 20;

export type ServerClock = ReturnType<typeof createServerClock>;

/** S01: keeps the server's time as local time plus an offset that every answer renews. */
export function createServerClock(localNow: () => number = Date.now) {
  let offset: number | null = null;
  return {
    /** The server's time in ms since the epoch; the local time while it is unknown. */
    now: () => localNow() + (offset ?? 0),
    isKnown: () => offset !== null,
    /** Takes the `_` of an answer. */
    learn(serverMs: number) {
      offset = serverMs - localNow();
    },
    /** Resolves once the offset is known (S02). @throws the signal's reason when it is aborted. */
    async whenKnown(signal?: AbortSignal) {
      while (offset === null) {
        signal?.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}
