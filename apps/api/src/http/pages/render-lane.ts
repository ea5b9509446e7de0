export type LaneRules = {
  readonly atOnce: number;
  /** The length of the queue. */
  readonly waiting: number;
  /** Running and waiting work of one network, so that it leaves room for the others. */
  readonly ofNetwork: number;
};

/** `full`: the whole queue. `network`: the caller's part of it. */
export type LaneRefusal = 'full' | 'network';

/** Runs costly work a few at once, in the order of its arrival, with a bounded queue. */
export function createRenderLane(rules: LaneRules) {
  let running = 0;
  const queue: (() => void)[] = [];
  const ofNetwork = new Map<string, number>();

  async function run<T>(network: string, work: () => Promise<T>): Promise<T> {
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1);
    try {
      if (running < rules.atOnce) running += 1;
      // The finished work passes its place on, so that no new work overtakes the queue.
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    } finally {
      const left = (ofNetwork.get(network) ?? 1) - 1;
      if (left === 0) ofNetwork.delete(network);
      else ofNetwork.set(network, left);
    }
  }

  return {
    waiting: () => queue.length,
    /** Starts or queues the work. @throws (in the promise) the work's error */
    enter<T>(network: string, work: () => Promise<T>): Promise<T> | LaneRefusal {
      if ((ofNetwork.get(network) ?? 0) >= rules.ofNetwork) return 'network';
      if (running >= rules.atOnce && queue.length >= rules.waiting) return 'full';
      return run(network, work);
    },
  };
}
