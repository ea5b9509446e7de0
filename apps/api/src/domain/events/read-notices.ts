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

/** The same of a session that was read with its bells (`bellColumns`): most have nothing unread. */
export async function readBells(
  ctx: Ctx,
  session: {
    readonly player_id: number;
    readonly bells_on: readonly string[];
    readonly unread: readonly string[];
  },
  eventId: string,
): Promise<boolean> {
  if (session.unread.includes(eventId)) return readNotices(ctx, session.player_id, eventId);
  return session.bells_on.includes(eventId);
}
