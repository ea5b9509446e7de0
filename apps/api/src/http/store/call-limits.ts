import type { Ctx } from '../../context.ts';
import { reportLimit } from '../../platform/monitoring/report-limit.ts';
import { Refusal } from '../../errors.ts';

const MINUTE_MS = 60_000;

/** Contract §2, at LIMIT_SCALE 1. */
const CALLS_PER_ADDRESS = 1_200;
const CALLS_PER_SESSION = 240;
/** Calls this process answers at one time: more only stand in line for the database. */
const UNDER_WAY = 500;
/** Addresses and sessions remembered of a minute, each some hundred bytes. */
const MOST_KEYS = 100_000;

export type CallLimits = {
  /**
   * Does `work` as one of the calls under way.
   * @param network as `limitedAddress` writes it
   * @throws Refusal TOO_FREQUENT when it made too many calls, or too many are under way
   */
  during<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** @throws Refusal TOO_FREQUENT */
  ofSession(userToken: string): void;
};

/**
 * The broad limits of contract §2 on all calls, counted in this process's memory (docs/decisions/0020): they keep a flood
 * away from the database. Limits that guard something are counted there, over all processes
 * (domain/players/limit-calls.ts). One for the shop and its mirrors: the same address is the same at each.
 */
export function createCallLimits(
  ctx: Pick<Ctx, 'config' | 'metrics' | 'log' | 'clock'>,
  most: { readonly underWay: number; readonly keys: number } = {
    underWay: UNDER_WAY,
    keys: MOST_KEYS,
  },
): CallLimits {
  const scale = ctx.config.limitScale;
  let window = 0;
  let counts = new Map<string, number>();
  let underWay = 0;
  ctx.metrics.watchLimits({ keys: () => counts.size, underWay: () => underWay });

  function count(key: string, limit: number, name: string): void {
    const now = Math.floor(ctx.clock.real().getTime() / MINUTE_MS);
    if (now !== window) {
      window = now;
      counts = new Map();
    }
    const calls = (counts.get(key) ?? 0) + 1;
    if (calls === 1 && counts.size >= most.keys) forgetOldest();
    counts.set(key, calls);
    if (calls > limit * scale) refuse(name);
  }

  /** Who comes from a hundred thousand networks a minute makes few calls from each: `during` holds those. */
  function forgetOldest(): void {
    const [oldest] = counts.keys();
    if (oldest !== undefined) counts.delete(oldest);
  }

  function refuse(name: string): never {
    reportLimit(ctx, name);
    throw new Refusal('TOO_FREQUENT');
  }

  return {
    ofSession: (userToken) => count(`session:${userToken}`, CALLS_PER_SESSION, 'session'),
    during: async (network, work) => {
      count(`address:${network}`, CALLS_PER_ADDRESS, 'address');
      if (underWay >= most.underWay * scale) refuse('under_way');
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
  };
}
