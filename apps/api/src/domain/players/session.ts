import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { endSession, sessionByToken, type Session } from './sql.ts';

/** Sessions last this long; the shop asks for the character again after it. */
export const SESSION_LIFE_MS = 30 * 86_400_000;

/** Only the hash of a token is stored: a stolen table opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function newUserToken(ctx: Pick<Ctx, 'randomBytes'>): string {
  return ctx.randomBytes(32).toString('base64url');
}

/** The session of a user token, or null when there is none or it has ended. */
export function findSession(ctx: Ctx, token: string): Promise<Session | null> {
  return ctx.db.maybe(sessionByToken, [hashToken(token), ctx.clock.now()]);
}

export async function logOut(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.run(endSession, [hashToken(token), ctx.clock.now()]);
}
