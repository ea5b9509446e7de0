import type { Ctx } from '../../context.ts';
import { hashToken } from '../players/session.ts';
import { lookUpTogether } from '../players/sessions-together.ts';
import type { Session } from '../players/queries.ts';
import { eventSessions } from './queries.ts';

/** A session, with what the page of an event asks of every visitor where it was read along. */
export type EventSession = Session & {
  /** false: this player never ordered anything, so nothing of theirs has to be looked up. */
  readonly has_orders?: boolean;
  /** The same of the bells of events, and of what they said. */
  readonly has_reminders?: boolean;
};

/** The session of a user token for the page of an event; most visitors need no other statement. */
export function findEventSession(ctx: Ctx, token: string): Promise<EventSession | null> {
  return lookUp(ctx, hashToken(token), {});
}

const lookUp = lookUpTogether(eventSessions);
