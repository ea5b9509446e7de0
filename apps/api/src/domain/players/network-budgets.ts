import type { Ctx } from '../../context.ts';
import { macOf } from '../../platform/keys.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { windowStart, type LookupCaller } from './lookup-budgets.ts';
import { minuteOf, refuseCall } from './limit-calls.ts';
import { countAdmitted, countInWindows } from './queries.ts';

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

type Budgets = Pick<Ctx, 'clock' | 'config' | 'orderTokenKey' | 'metrics' | 'log'>;
type What = keyof typeof CALLS_AN_HOUR;
type Counted = readonly { readonly key: string; readonly calls: number }[];

/** Counts a call. @returns whether its network, or the block around it, has made so many that it needs an image code */
export async function isCallOfCrowd(
  ctx: Budgets & { readonly db: Queries },
  what: What,
  from: LookupCaller,
): Promise<boolean> {
  const windows = windowsOf(ctx, what, from);
  return isOverBudget(ctx, what, windows.keys, await ctx.db.many(countInWindows, windows));
}

/**
 * Counts an opening in the minute of its caller and, if that admits it, for its network in the same statement.
 * @param key limit and caller, separated by a colon
 * @param most calls of a key in a minute at LIMIT_SCALE 1
 * @returns as `isCallOfCrowd` @throws Refusal TOO_FREQUENT
 */
export async function admitOpening(
  ctx: Ctx,
  key: string,
  most: number,
  from: LookupCaller,
): Promise<boolean> {
  const windows = windowsOf(ctx, 'openings', from);
  const own = {
    key,
    windowStart: minuteOf(ctx.clock.real().getTime()),
    most: most * ctx.config.limitScale,
  };
  const counted = await ctx.db.many(countAdmitted, { ...own, ...windows });
  const calls = counted.find((each) => each.key === key)?.calls ?? Infinity;
  if (calls > own.most) return refuseCall(ctx, key, 'TOO_FREQUENT');
  return isOverBudget(ctx, 'openings', windows.keys, counted);
}

function windowsOf(ctx: Budgets, what: What, from: LookupCaller) {
  const keys = SCOPES.map((scope) => {
    // A keyed hash: hours of addresses would be personal data.
    const hash = macOf(ctx.orderTokenKey, JSON.stringify([what, scope, from[scope]]));
    return `hour:${what}:${hash.toString('base64url')}`;
  });
  const since = windowStart('hour', ctx.clock.real().getTime());
  return { keys, windowStarts: SCOPES.map(() => since) };
}

function isOverBudget(
  ctx: Budgets,
  what: What,
  keys: readonly string[],
  counted: Counted,
): boolean {
  const callsOf = new Map(counted.map(({ key, calls }) => [key, calls]));
  const over = SCOPES.find((scope, index) => {
    const limit = Math.max(1, CALLS_AN_HOUR[what][scope] * ctx.config.limitScale);
    return (callsOf.get(keys[index] ?? '') ?? 0) > limit;
  });
  if (over !== undefined) reportLimit(ctx, `${what}_${over}`);
  return over !== undefined;
}
