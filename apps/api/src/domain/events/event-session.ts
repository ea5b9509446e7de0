import type { Ctx } from '../../context.ts';
import { hashToken } from '../players/session.ts';
import { lookUpTogether } from '../players/sessions-together.ts';
import type { Session } from '../players/queries.ts';
import { eventSessions, readReminder } from './queries.ts';

/** A session with columns that tell event pages whether more must be read. */
export type EventSession = Session & {
  /** false: the player never ordered, so no progress needs to be read. */
  readonly has_orders?: boolean;
  /** false: the player has no reminders and notices. */
  readonly has_reminders?: boolean;
  /** true: the player of a preview. */
  readonly is_made_up?: boolean;
};

/** The session of a user token for an event page; most visitors need no other statement. */
export function findEventSession(ctx: Ctx, token: string): Promise<EventSession | null> {
  return lookUp(ctx, hashToken(token), {});
}

const lookUp = lookUpTogether(eventSessions);

/** Marks an event's notices as read and returns whether its reminder is on. */
export async function readNotices(
  ctx: Ctx,
  { player_id: playerId, has_reminders }: Pick<EventSession, 'player_id' | 'has_reminders'>,
  eventId: string,
): Promise<boolean> {
  if (has_reminders === false) return false;
  const { remind } = await ctx.db.one(readReminder, { playerId, eventId, readAt: ctx.clock.now() });
  return remind;
}
