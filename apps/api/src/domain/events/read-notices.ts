import type { Ctx } from '../../context.ts';
import { readBell } from './sql.ts';

/**
 * A player looks at an event: what its bell said is read. Every kind's page asks this first; it answers whether the
 * bell is on.
 */
export async function readNotices(ctx: Ctx, playerId: number, eventId: string): Promise<boolean> {
  const { remind } = await ctx.db.one(readBell, [playerId, eventId, ctx.clock.now()]);
  return remind;
}
