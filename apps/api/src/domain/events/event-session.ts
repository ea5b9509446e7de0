import type { Ctx } from '../../context.ts';
import { hashToken } from '../players/session.ts';
import { lookUpTogether } from '../players/sessions-together.ts';
import type { Session } from '../players/queries.ts';
import { eventSessions } from './queries.ts';

/** A session with columns that tell event pages whether more must be read. */
export type EventSession = Session & {
  /** false: the player never ordered, so no progress needs to be read. */
  readonly has_orders?: boolean;
  /** false: the player has no reminders and notices. */
  readonly has_reminders?: boolean;
};

/** The session of a user token for an event page; most visitors need no other statement. */
export function findEventSession(ctx: Ctx, token: string): Promise<EventSession | null> {
  return lookUp(ctx, hashToken(token), {});
}

const lookUp = lookUpTogether(eventSessions);
