/** Runs work with a concurrency limit and a bounded queue. */
export type HashingQueue = {
  /** @throws the error of `full` when the queue is full, else the work's */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export function createHashingQueue(rules: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly full: () => Error;
}): HashingQueue {
  let running = 0;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < rules.atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= rules.waiting) throw rules.full();
    // The finished work passes its slot on, so that no new work overtakes the queue.
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
