import type { Ctx } from '../../context.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { Refusal } from '../../errors.ts';
import { createMinuteCounts } from '../minute-counts.ts';

/** Contract §2, at LIMIT_SCALE 1. */
const CALLS_PER_ADDRESS = 1_200;
const CALLS_PER_SESSION = 240;
/** As many as calls: a page makes several. */
const PAGES_PER_ADDRESS = 1_200;
/** Messages; a browser collects its reports of a minute. */
const REPORTS_PER_ADDRESS = 60;
/** Concurrent calls of this process: more would only queue for the database. */
const MAX_CONCURRENT = 500;
/** Counted addresses and sessions of a minute, some hundred bytes each. */
const MAX_KEYS = 100_000;

export type CallLimits = {
  /**
   * Runs `work` as one of the concurrent calls.
   * @param network as `limitedAddress` writes it
   * @throws Refusal TOO_FREQUENT over the limit of the address, or of concurrent calls
   */
  during<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** @param session a short name of the session @throws Refusal TOO_FREQUENT */
  ofSession(session: string): void;
  /** Counts a page of this network. @returns seconds until it may have another; null: it has this one */
  secondsUntilPages(network: string): number | null;
  /** Counts a message with policy reports. @returns as `secondsUntilPages` */
  secondsUntilReports(network: string): number | null;
};

/**
 * The limits of contract §2 on all calls of the shop and its mirrors, counted in memory to keep a flood away from the
 * database (docs/decisions/0020). Limits of single operations are counted in the database (domain/players/limit-calls.ts).
 */
export function createCallLimits(
  ctx: Pick<Ctx, 'config' | 'metrics' | 'log' | 'clock'>,
  most: { readonly underWay: number; readonly keys: number } = {
    underWay: MAX_CONCURRENT,
    keys: MAX_KEYS,
  },
): CallLimits {
  const scale = ctx.config.limitScale;
  const counts = createMinuteCounts(ctx.clock, most.keys);
  let underWay = 0;
  ctx.metrics.watchLimits({ keys: counts.size, underWay: () => underWay });

  function count(key: string, limit: number, name: string): void {
    if (isOver(key, limit)) refuse(name);
  }

  // When a distributed client pushes counts out, `during` still caps its concurrent calls.
  const isOver = (key: string, limit: number): boolean => counts.count(key) > limit * scale;

  function secondsUntil(name: string, network: string, limit: number): number | null {
    if (!isOver(`${name}:${network}`, limit)) return null;
    reportLimit(ctx, name);
    return counts.secondsLeft();
  }

  function refuse(name: string): never {
    reportLimit(ctx, name);
    throw new Refusal('TOO_FREQUENT');
  }

  return {
    secondsUntilPages: (network) => secondsUntil('pages', network, PAGES_PER_ADDRESS),
    secondsUntilReports: (network) => secondsUntil('csp_reports', network, REPORTS_PER_ADDRESS),
    ofSession: (session) => count(`session:${session}`, CALLS_PER_SESSION, 'session'),
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
