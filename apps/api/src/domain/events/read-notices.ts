import type { Ctx } from '../../context.ts';
import type { EventSession } from './event-session.ts';
import { readBell } from './sql.ts';

/**
 * A player looks at an event: what its bell said is read. Every kind's page asks this first; it answers whether the
 * bell is on. Of a session that was read with its bells most have nothing unread, and nothing more is asked.
 */
export async function readNotices(
  ctx: Ctx,
  session: Pick<EventSession, 'player_id' | 'bells_on' | 'unread'>,
  eventId: string,
): Promise<boolean> {
  const { player_id: playerId, bells_on: bellsOn, unread } = session;
  if (bellsOn !== undefined && unread?.includes(eventId) === false)
    return bellsOn.includes(eventId);
  const { remind } = await ctx.db.one(readBell, [playerId, eventId, ctx.clock.now()]);
  return remind;
}
