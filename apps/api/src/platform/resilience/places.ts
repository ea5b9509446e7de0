/** Places for concurrent work of each key. Nothing waits for a place: work without one is left to others. */
export type Places = {
  /** Takes a place; null: all of this key are taken, or the process stops. */
  take(key: string): Place | null;
  /** Taken places. */
  running(): ReadonlyMap<string, number>;
  /** Gives no more places, and resolves when the work in the filled ones has ended. */
  stop(): Promise<void>;
};

export type Place = {
  /** Does the work in the place, and frees it at the end. */
  fill(work: () => Promise<void>): void;
  /** Frees the place without work. */
  leave(): void;
};

/**
 * @param most places of a key
 * @param onError gets the errors of work that throws
 */
export function createPlaces(most: number, onError: (error: unknown, key: string) => void): Places {
  const taken = new Map<string, number>();
  const runs = new Set<Promise<void>>();
  let stopped = false;
  const count = (key: string, by: number): void => {
    const next = (taken.get(key) ?? 0) + by;
    if (next === 0) taken.delete(key);
    else taken.set(key, next);
  };
  return {
    take: (key) => {
      if (stopped || (taken.get(key) ?? 0) >= most) return null;
      count(key, 1);
      let isOpen = true;
      const leave = (): void => {
        if (isOpen) count(key, -1);
        isOpen = false;
      };
      const fill = (work: () => Promise<void>): void => {
        const run = work()
          .catch((error: unknown) => onError(error, key))
          .finally(() => {
            leave();
            runs.delete(run);
          });
        runs.add(run);
      };
      return { fill, leave };
    },
    running: () => new Map(taken),
    stop: async () => {
      stopped = true;
      await Promise.all(runs);
    },
  };
}
