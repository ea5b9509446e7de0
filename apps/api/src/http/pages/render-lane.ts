import { createLane } from '../../platform/resilience/lane.ts';

export type LaneRules = {
  readonly atOnce: number;
  /** The length of the queue. */
  readonly waiting: number;
  /** Running and waiting work of one network, so that it leaves room for the others. */
  readonly ofNetwork: number;
};

/** `full`: the whole queue. `network`: the caller's part of it. */
export type LaneRefusal = 'full' | 'network';

/** Runs costly work a few at once, and leaves room for other networks. */
export function createRenderLane(rules: LaneRules) {
  const lane = createLane(rules);
  const ofNetwork = new Map<string, number>();

  async function counted<T>(network: string, work: Promise<T>): Promise<T> {
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1);
    try {
      return await work;
    } finally {
      const left = (ofNetwork.get(network) ?? 1) - 1;
      if (left === 0) ofNetwork.delete(network);
      else ofNetwork.set(network, left);
    }
  }

  return {
    waiting: lane.waiting,
    /** Starts or queues the work. @throws (in the promise) the work's error */
    enter<T>(network: string, work: () => Promise<T>): Promise<T> | LaneRefusal {
      if ((ofNetwork.get(network) ?? 0) >= rules.ofNetwork) return 'network';
      const entered = lane.enter(work);
      return entered === null ? 'full' : counted(network, entered);
    },
  };
}
