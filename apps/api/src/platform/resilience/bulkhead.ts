/** Work side by side, so many for each place outside: a slow one fills its own hold and no other's. */
export type Bulkhead = {
  /** Takes the work on, now or when its place has room; false when it is there already or too much waits. */
  push(place: string, id: string, work: () => Promise<void>): boolean;
  /** How much more this place can take on at once. */
  room(place: string): number;
  running(): ReadonlyMap<string, number>;
  /** Drops what waits and ends with what runs. */
  stop(): Promise<void>;
};

export type BulkheadRules = {
  readonly sideBySide: number;
  /** Found in advance by who asks for room, so that the next one begins as soon as one ends. */
  readonly ahead: number;
  /** Kept in memory only: what is dropped is found again by its row. */
  readonly waiting: number;
};

type Queue = {
  readonly ids: Set<string>;
  readonly queue: { readonly id: string; readonly work: () => Promise<void> }[];
  readonly runs: Set<Promise<void>>;
};

/** @param work must not throw; what does is told to `onError` */
export function createBulkhead(
  rules: BulkheadRules,
  onError: (error: unknown, place: string) => void,
): Bulkhead {
  const holds = new Map<string, Queue>();
  let stopped = false;

  function queueOf(place: string): Queue {
    const known = holds.get(place);
    if (known !== undefined) return known;
    const made: Queue = { ids: new Set(), queue: [], runs: new Set() };
    holds.set(place, made);
    return made;
  }

  function fill(place: string, hold: Queue): void {
    while (!stopped && hold.runs.size < rules.sideBySide) {
      const next = hold.queue.shift();
      if (next === undefined) return;
      const run = next
        .work()
        .catch((error: unknown) => onError(error, place))
        .finally(() => {
          hold.ids.delete(next.id);
          hold.runs.delete(run);
          fill(place, hold);
        });
      hold.runs.add(run);
    }
  }

  return {
    push: (place, id, work) => {
      const hold = queueOf(place);
      if (stopped || hold.ids.has(id) || hold.queue.length >= rules.waiting) return false;
      hold.ids.add(id);
      hold.queue.push({ id, work });
      fill(place, hold);
      return true;
    },
    room: (place) => {
      const hold = holds.get(place);
      return hold === undefined
        ? rules.sideBySide + rules.ahead
        : Math.max(0, rules.sideBySide + rules.ahead - hold.ids.size);
    },
    running: () => new Map([...holds].map(([place, hold]) => [place, hold.runs.size])),
    stop: async () => {
      stopped = true;
      await Promise.all([...holds.values()].flatMap((hold) => [...hold.runs]));
    },
  };
}
