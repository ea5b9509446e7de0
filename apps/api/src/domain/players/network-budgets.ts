import type { Ctx } from '../../context.ts';
import { macOf } from '../../platform/keys.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { windowStart, type LookupCaller } from './lookup-budgets.ts';
import { countInWindows } from './queries.ts';

/**
 * Calls that reach the outside, of a network and of the block around it in an hour, above which each needs an image code
 * (docs/decisions/0020), at LIMIT_SCALE 1. One network has any number of characters, so their own limits do not stop it.
 */
export const CALLS_AN_HOUR = {
  /** order/create: may open an order at a gateway, and leaves rows for good. */
  openings: { network: 600, block: 1_800 },
  /** Mails with a code that sessions asked for: each writes to a mailbox in the game. */
  mails: { network: 60, block: 180 },
} as const;

/** In the order of their locks: narrow ones first. */
const SCOPES = ['network', 'block'] as const;

/** Counts a call. @returns whether its network, or the block around it, has made so many that it needs an image code */
export async function isCallOfCrowd(
  ctx: Pick<Ctx, 'clock' | 'config' | 'orderTokenKey' | 'metrics' | 'log'> & {
    readonly db: Queries;
  },
  what: keyof typeof CALLS_AN_HOUR,
  from: LookupCaller,
): Promise<boolean> {
  const keys = SCOPES.map((scope) => {
    // A keyed hash: hours of addresses would be personal data.
    const hash = macOf(ctx.orderTokenKey, JSON.stringify([what, scope, from[scope]]));
    return `hour:${what}:${hash.toString('base64url')}`;
  });
  const since = windowStart('hour', ctx.clock.real().getTime());
  const windowStarts = SCOPES.map(() => since);
  const counted = await ctx.db.many(countInWindows, { keys, windowStarts });
  const callsOf = new Map(counted.map(({ key, calls }) => [key, calls]));
  const over = SCOPES.find((scope, index) => {
    const limit = Math.max(1, CALLS_AN_HOUR[what][scope] * ctx.config.limitScale);
    return (callsOf.get(keys[index] ?? '') ?? 0) > limit;
  });
  if (over !== undefined) reportLimit(ctx, `${what}_${over}`);
  return over !== undefined;
}
