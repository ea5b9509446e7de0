/** Limits calls outside that strangers can cause: so many at once, and so many in any minute. */
export type CallBudget = {
  /** Makes the call, or returns null at once when the budget has no room. Nothing waits for room. */
  take<T>(call: () => Promise<T>): Promise<T> | null;
};

const MINUTE_MS = 60_000;

/** @param now ms of real time */
export function createCallBudget(
  limits: { readonly atOnce: number; readonly aMinute: number },
  now: () => number,
): CallBudget {
  /** Starts within the last minute, at most `aMinute`. */
  const startedAt: number[] = [];
  let underWay = 0;
  return {
    take: (call) => {
      const at = now();
      while (startedAt[0] !== undefined && startedAt[0] <= at - MINUTE_MS) startedAt.shift();
      if (underWay >= limits.atOnce || startedAt.length >= limits.aMinute) return null;
      startedAt.push(at);
      underWay += 1;
      return call().finally(() => {
        underWay -= 1;
      });
    },
  };
}
