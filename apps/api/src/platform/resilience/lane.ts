/**
 * Runs costly work `atOnce` at a time, in the order of its arrival, with a queue of `waiting`.
 * `enter` returns null when the queue is full; its promise throws the work's error.
 */
export function createLane(rules: { readonly atOnce: number; readonly waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < rules.atOnce) running += 1;
    // The finished work passes its slot on, so that no new work overtakes the queue.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    waiting: () => queue.length,
    enter<T>(work: () => Promise<T>): Promise<T> | null {
      return running >= rules.atOnce && queue.length >= rules.waiting ? null : run(work);
    },
  };
}
