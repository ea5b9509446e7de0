import { createLane, type Rank } from '../../platform/resilience/lane.ts';

/**
 * Returns a function that runs work with a concurrency limit and a bounded queue; it throws the work's error, or the
 * error of `full`.
 */
export function createHashingQueue(rules: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly full: () => Error;
}) {
  const lane = createLane(rules);
  return async <T>(work: () => Promise<T>, rank: Rank = 'last'): Promise<T> => {
    const entered = lane.enter(work, rank);
    if (entered === null) throw rules.full();
    return entered;
  };
}
