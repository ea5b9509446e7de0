import { createHash } from 'node:crypto';
import type { Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { playerValues } from './player-values.ts';
import { lookUpTogether } from './sessions-together.ts';
import { endSession, sessionsByToken, sessionSeen, signIn, type Session } from './queries.ts';

/** Longest life of a session; an unused one ends earlier (`isActiveSession`). */
export const SESSION_LIFE_MS = 90 * 86_400_000;
/** Age at which a recorded use is refreshed: one write an hour instead of one per call. */
const REFRESH_AFTER_MS = 3_600_000;

/** Only the hash of a token is stored: a stolen table opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Opens the session of an access link (F18) for the character that the game described.
 * @param passwordVersion version of the password that was checked
 * @param tx transaction that consumes the link
 * @throws Refusal TRY_AGAIN when the password changed meanwhile
 */
export async function openLinkSession(
  ctx: Ctx,
  project: Project,
  role: Role,
  passwordVersion: number,
  tx: Tx,
): Promise<string> {
  const token = ctx.randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  const opened = await tx.run(signIn, {
    ...playerValues(project, role, now),
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
    passwordVersion,
    byLink: true,
  });
  if (opened === 0) throw new Refusal('TRY_AGAIN');
  return token;
}

/** Session of a user token; null: unknown, ended or expired. */
export function findSession(ctx: Ctx, token: string): Promise<Session | null> {
  return lookUp(ctx, hashToken(token), {});
}

const lookUp = lookUpTogether(sessionsByToken);

export async function refreshSession(ctx: Ctx, session: Session, token: string): Promise<void> {
  const now = ctx.clock.now();
  const staleAt = new Date(now.getTime() - REFRESH_AFTER_MS);
  if (session.seen_at >= staleAt) return;
  await ctx.db.run(sessionSeen, { tokenHash: hashToken(token), seenAt: now, staleAt });
}

export async function logOut(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.run(endSession, { tokenHash: hashToken(token), endedAt: ctx.clock.now() });
}
