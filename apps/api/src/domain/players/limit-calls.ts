import type { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { countCall } from './sql.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a call in its one-minute window, over all processes, and refuses it above the limit.
 * @param limit at LIMIT_SCALE 1
 * @throws Refusal `code`
 */
export async function limitCalls(
  ctx: Ctx,
  key: string,
  limit: number,
  code: keyof typeof CODES,
): Promise<void> {
  const now = ctx.clock.real().getTime();
  const window = new Date(now - (now % MINUTE_MS));
  const { calls } = await ctx.db.one(countCall, [key, window]);
  if (calls > limit * ctx.config.limitScale) throw new Refusal(code);
}
