import type { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { reportLimit } from '../../platform/monitoring/report-limit.ts';
import { countCall } from './queries.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a call in its one-minute window, over all processes, and refuses it above the limit.
 * @param key what is limited, a colon, and whose calls are counted
 * @param limit at LIMIT_SCALE 1
 * @returns how many there were, this one too
 * @throws Refusal `code`
 */
export async function limitCalls(
  ctx: Ctx,
  key: string,
  limit: number,
  code: keyof typeof CODES,
): Promise<number> {
  const calls = await countInMinute(ctx, key);
  if (calls <= limit * ctx.config.limitScale) return calls;
  reportLimit(ctx, key.split(':', 1)[0] ?? key);
  throw new Refusal(code);
}

/** One more of `key` in this minute, over all processes; answers how many there are. */
export async function countInMinute(ctx: Ctx, key: string): Promise<number> {
  const now = ctx.clock.real().getTime();
  const window = new Date(now - (now % MINUTE_MS));
  const { calls } = await ctx.db.one(countCall, { key, windowStart: window });
  return calls;
}
