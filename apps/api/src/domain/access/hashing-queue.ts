/** Work of which only so much runs at once; what waits is bounded too. */
export type HashingQueue = {
  /** @throws what `full` makes when too much waits already, else what the work throws */
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
    // Whoever leaves hands the place over: nobody new slips in between.
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
