import { createHash } from 'node:crypto';
import type { Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { playerValues } from './player-values.ts';
import { lookUpTogether } from './sessions-together.ts';
import { endSession, sessionsByToken, sessionSeen, signIn, type Session } from './queries.ts';

/** A session ends so long after it began; one that nobody uses ends earlier (`sessionStands`). */
export const SESSION_LIFE_MS = 90 * 86_400_000;
/** How old the note may be that a session is used: one write an hour, not one a call. */
const SEEN_AGAIN_MS = 3_600_000;

/** Only the hash of a token is stored: a stolen table opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function newUserToken(ctx: Pick<Ctx, 'randomBytes'>): string {
  return ctx.randomBytes(32).toString('base64url');
}

/**
 * A new session of the character as the game just described it.
 * @param passwordVersion what was checked: a session never opens beside a password that it was not held against
 * @param link the transaction that uses up the access link it comes by (F18)
 * @throws Refusal TRY_AGAIN when it is another one by now
 */
export async function openSession(
  ctx: Ctx,
  project: Project,
  role: Role,
  passwordVersion: number,
  link: Tx | null = null,
): Promise<string> {
  const token = newUserToken(ctx);
  const now = ctx.clock.now();
  const opened = await (link ?? ctx.db).run(signIn, {
    ...playerValues(project, role, now),
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
    passwordVersion,
    byLink: link !== null,
  });
  if (opened === 0) throw new Refusal('TRY_AGAIN');
  return token;
}

/** The session of a user token, or null when there is none or it has ended. */
export function findSession(ctx: Ctx, token: string): Promise<Session | null> {
  return lookUp(ctx, hashToken(token), {});
}

const lookUp = lookUpTogether(sessionsByToken);

/** A session that is used goes on. */
export async function keepSession(ctx: Ctx, session: Session, token: string): Promise<void> {
  const now = ctx.clock.now();
  const staleAt = new Date(now.getTime() - SEEN_AGAIN_MS);
  if (session.seen_at >= staleAt) return;
  await ctx.db.run(sessionSeen, { tokenHash: hashToken(token), seenAt: now, staleAt });
}

export async function logOut(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.run(endSession, { tokenHash: hashToken(token), endedAt: ctx.clock.now() });
}
