/** A read of this length may be repeated after five times as long, so that it takes a sixth of a connection at most. */
const REST_FACTOR = 5;
const LONGEST_MS = 30_000;
/** Scopes of operators that are remembered. */
const MOST = 32;

type Shared<T> = { readonly result: Promise<T>; until: number };

/**
 * Shares reads by key: among callers that come while one runs, and for a rest after it. A failed read is not kept.
 * @param scale of the rest; 0: none, for tests
 */
export function shareReads<T>(
  nowMs: () => number,
): (key: string, scale: number, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Shared<T>>();
  return (key, scale, read) => {
    const known = kept.get(key);
    if (known !== undefined && nowMs() < known.until) return known.result;
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
    const began = nowMs();
    const shared: Shared<T> = { result: read(), until: Infinity };
    kept.set(key, shared);
    shared.result.then(
      () => {
        const took = nowMs() - began;
        shared.until = nowMs() + Math.min(LONGEST_MS, took * REST_FACTOR * scale);
      },
      () => {
        if (kept.get(key) === shared) kept.delete(key);
      },
    );
    return shared.result;
  };
}
