/** Concurrent work with one queue for each key: a slow gateway or game fills only its own queue. */
export type Bulkhead = {
  /** Starts or queues the work. False: work with this id is queued or running, or the queue is full. */
  push(key: string, id: string, work: () => Promise<void>): boolean;
  /** The number of further items that this key can take at once. */
  capacity(key: string): number;
  running(): ReadonlyMap<string, number>;
  /** Drops queued work, and resolves when running work has ended. */
  stop(): Promise<void>;
};

export type BulkheadRules = {
  readonly concurrency: number;
  /** Items beyond `concurrency` that `capacity` offers, so that the next starts at once. */
  readonly ahead: number;
  /** Longest queue. Queues are in memory only: the rows find dropped work again. */
  readonly waiting: number;
};

type Queue = {
  readonly ids: Set<string>;
  readonly waiting: { readonly id: string; readonly work: () => Promise<void> }[];
  readonly runs: Set<Promise<void>>;
};

/** @param onError gets the errors of work that throws */
export function createBulkhead(
  rules: BulkheadRules,
  onError: (error: unknown, key: string) => void,
): Bulkhead {
  const queues = new Map<string, Queue>();
  let stopped = false;

  function queueOf(key: string): Queue {
    const known = queues.get(key);
    if (known !== undefined) return known;
    const made: Queue = { ids: new Set(), waiting: [], runs: new Set() };
    queues.set(key, made);
    return made;
  }

  function fill(key: string, queue: Queue): void {
    while (!stopped && queue.runs.size < rules.concurrency) {
      const next = queue.waiting.shift();
      if (next === undefined) return;
      const run = next
        .work()
        .catch((error: unknown) => onError(error, key))
        .finally(() => {
          queue.ids.delete(next.id);
          queue.runs.delete(run);
          fill(key, queue);
        });
      queue.runs.add(run);
    }
  }

  return {
    push: (key, id, work) => {
      const queue = queueOf(key);
      if (stopped || queue.ids.has(id) || queue.waiting.length >= rules.waiting) return false;
      queue.ids.add(id);
      queue.waiting.push({ id, work });
      fill(key, queue);
      return true;
    },
    capacity: (key) =>
      Math.max(0, rules.concurrency + rules.ahead - (queues.get(key)?.ids.size ?? 0)),
    running: () => new Map([...queues].map(([key, queue]) => [key, queue.runs.size])),
    stop: async () => {
      stopped = true;
      await Promise.all([...queues.values()].flatMap((queue) => [...queue.runs]));
    },
  };
}
