import type { Ctx } from '../../context.ts';
import type { EventSession } from './event-session.ts';
import { readReminder } from './queries.ts';

/** Marks an event's notices as read and returns whether its reminder is on. */
export async function readNotices(
  ctx: Ctx,
  session: Pick<EventSession, 'player_id' | 'has_reminders'>,
  eventId: string,
): Promise<boolean> {
  const { player_id: playerId, has_reminders: hasReminders } = session;
  if (hasReminders === false) return false;
  const { remind } = await ctx.db.one(readReminder, { playerId, eventId, readAt: ctx.clock.now() });
  return remind;
}
