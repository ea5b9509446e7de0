/** `first`: before all that wait as `last`, in a queue of its own. */
export type Rank = 'first' | 'last';

/**
 * Runs costly work `atOnce` at a time, in the order of its arrival, with a queue of `waiting` for each rank.
 * `enter` returns null when its queue is full; its promise throws the work's error.
 */
export function createLane(rules: { readonly atOnce: number; readonly waiting: number }) {
  let running = 0;
  const queues: Readonly<Record<Rank, (() => void)[]>> = { first: [], last: [] };

  async function run<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
    if (running < rules.atOnce) running += 1;
    // The finished work passes its slot on, so that no new work overtakes the queue.
    else await new Promise<void>((resolve) => queues[rank].push(resolve));
    try {
      return await work();
    } finally {
      const next = queues.first.shift() ?? queues.last.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    waiting: () => queues.first.length + queues.last.length,
    enter<T>(work: () => Promise<T>, rank: Rank = 'last'): Promise<T> | null {
      const isFull = running >= rules.atOnce && queues[rank].length >= rules.waiting;
      return isFull ? null : run(rank, work);
    },
  };
}
