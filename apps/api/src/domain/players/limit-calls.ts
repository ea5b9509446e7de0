import type { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { countCall } from './queries.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a call in its one-minute window over all processes; refuses it above the limit.
 * @param key limit and caller, separated by a colon
 * @param limit at LIMIT_SCALE 1
 * @returns calls in this window, this one included @throws Refusal `code`
 */
export async function limitCalls(
  ctx: Ctx,
  key: string,
  limit: number,
  code: keyof typeof CODES,
): Promise<number> {
  const calls = await countInMinute(ctx, key);
  if (calls <= limit * ctx.config.limitScale) return calls;
  return refuseCall(ctx, key, code);
}

/** Refuses a call over the limit of `key`. */
export function refuseCall(
  ctx: Pick<Ctx, 'clock' | 'metrics' | 'log'>,
  key: string,
  code: keyof typeof CODES,
): never {
  reportLimit(ctx, key.split(':', 1)[0] ?? key);
  throw new Refusal(code);
}

/** Counts one more call of `key` in this minute over all processes; returns the count. */
export async function countInMinute(ctx: Ctx, key: string): Promise<number> {
  const windowStart = minuteOf(ctx.clock.real().getTime());
  const { calls } = await ctx.db.one(countCall, { key, windowStart });
  return calls;
}

export function minuteOf(ms: number): Date {
  return new Date(ms - (ms % MINUTE_MS));
}
