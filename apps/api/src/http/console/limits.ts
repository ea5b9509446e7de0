import type { Ctx } from '../../context.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { createMinuteCounts } from '../minute-counts.ts';
import type { Refused } from './problem.ts';

/** A minute, at LIMIT_SCALE 1. People of one office share a network. */
const OF_NETWORK = 1_200;
const OF_OPERATOR = 300;
/** Sign-ins and invitations; the guard of single accounts is in the database. */
const SIGN_INS_OF_NETWORK = 30;
/** Counted networks and operators of a minute. */
const MAX_KEYS = 10_000;

export type ConsoleLimits = {
  /** Counts a request before anything else. @param network as `limitedAddress` writes it */
  ofNetwork(network: string): Refused | null;
  ofSignIn(network: string): Refused | null;
  ofOperator(id: string): Refused | null;
};

/** Limits of the console's API in this process: a flood reaches neither the database nor the password hashes. */
export function createConsoleLimits(
  ctx: Pick<Ctx, 'config' | 'metrics' | 'log' | 'clock'>,
): ConsoleLimits {
  const scale = ctx.config.limitScale;
  const counts = createMinuteCounts(ctx.clock, MAX_KEYS);
  const limit = (name: string, most: number, who: string) => (key: string) => {
    if (counts.count(`${name}:${key}`) <= most * scale) return null;
    reportLimit(ctx, `console_${name}`);
    const retryAfterS = counts.secondsLeft();
    const detail = `${who} sent too many requests. Try again in ${retryAfterS} s.`;
    return { status: 429, code: 'too_many_requests', detail, retryAfterS };
  };
  return {
    ofNetwork: limit('network', OF_NETWORK, 'This network'),
    ofSignIn: limit('sign_in', SIGN_INS_OF_NETWORK, 'This network'),
    ofOperator: limit('operator', OF_OPERATOR, 'You'),
  };
}
