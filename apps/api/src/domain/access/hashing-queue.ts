/**
 * Returns a function that runs work with a concurrency limit and a bounded queue; it throws the work's error, or the
 * error of `full`.
 */
export function createHashingQueue({
  atOnce,
  waiting,
  full,
}: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly full: () => Error;
}) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw full();
    // The finished work passes its slot on, so that no new work overtakes the queue.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
