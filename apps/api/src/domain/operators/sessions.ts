import { createHash } from 'node:crypto';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import {
  entryOf,
  refused,
  type Client,
  type Operator,
  type Refused,
  type SignedIn,
  type SignedInBy,
} from './operator.ts';
import { companyAccountOf } from './company-queries.ts';
import { passkeysOf } from './passkey-queries.ts';
import { browserOf, SEEN_EVERY_MS, SESSION_IDLE_MS, SESSION_LIFE_MS } from './rules.ts';
import {
  endSessionOf,
  lockOperator,
  openSession,
  openSessions,
  sessionByToken,
  sessionSeen,
} from './session-queries.ts';

const AGENT_LENGTH = 300;
const DONE = { done: true } as const;

/** Only the hash of a token is stored. */
export function hashOperatorToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Uses credentials up, opens a session and writes the sign-in to the audit log, in one transaction.
 * @param by `version` of the credentials that were checked; by default, all but a link prove two factors
 * @param use under the operator's lock; false: another sign-in was first
 * @returns null: the credentials were used or changed meanwhile, or the operator is disabled
 */
export async function openOperatorSession(
  ctx: Ctx,
  by: {
    readonly id: string;
    readonly version: number;
    readonly signedInBy: SignedInBy;
    readonly hasSecondFactor?: boolean;
  },
  from: Client,
  use: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<SignedIn | null> {
  const { id: operatorId, version, signedInBy } = by;
  const now = ctx.clock.real();
  const hasSecondFactor = by.hasSecondFactor ?? signedInBy !== 'link';
  const sessionEndsAt = new Date(now.getTime() + SESSION_LIFE_MS);
  return ctx.db.transaction(async (tx) => {
    const known = await tx.maybe(lockOperator, { id: operatorId, version });
    if (known === null || !(await use(tx, now))) return null;
    const token = ctx.randomBytes(32).toString('base64url');
    const sessionId = newId(ctx);
    await tx.run(openSession, {
      id: sessionId,
      tokenHash: hashOperatorToken(token),
      operatorId,
      signedInBy,
      hasSecondFactor,
      address: from.address,
      agent: from.agent.slice(0, AGENT_LENGTH),
      now,
      expiresAt: sessionEndsAt,
    });
    const action = signedInBy === 'join' ? 'join' : 'sign_in';
    const who = { id: operatorId, name: known.name, sessionId };
    await appendAudit(tx, entryOf(ctx, who, from, { action, detail: { by: signedInBy } }));
    const session = { sessionId, signedInBy, hasSecondFactor, sessionEndsAt };
    return { token, operator: { id: operatorId, ...known, ...session } };
  });
}

/** The operator of a session's token; null: unknown, ended, idle for too long, or the operator is disabled. */
export async function readSession(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  token: string,
  from: Client,
): Promise<Operator | null> {
  const now = clock.real();
  const found = await db.maybe(sessionByToken, {
    tokenHash: hashOperatorToken(token),
    ...openAt(now),
  });
  if (found === null) return null;
  if (now.getTime() - found.seen_at.getTime() >= SEEN_EVERY_MS) {
    await db.run(sessionSeen, { id: found.id, now, address: from.address });
  }
  return {
    id: found.operator_id,
    name: found.name,
    roles: found.roles,
    projects: found.projects,
    sessionId: found.id,
    signedInBy: found.signed_in_by,
    hasSecondFactor: found.has_second_factor,
    sessionEndsAt: found.expires_at,
  };
}

/** The times that decide whether a session is open. */
export function openAt(now: Date): { readonly now: Date; readonly idleSince: Date } {
  return { now, idleSince: new Date(now.getTime() - SESSION_IDLE_MS) };
}

/** Ends the operator's own session. */
export async function signOut(
  ctx: Ctx,
  operator: Operator,
  from: Client,
): Promise<ConsoleResult<'signOut'>> {
  await endOne(ctx, operator, operator.sessionId, from, 'sign_out');
  return DONE;
}

/** Ends another session of the operator. */
export async function endSession(
  ctx: Ctx,
  operator: Operator,
  { id }: { readonly id: string },
  from: Client,
): Promise<ConsoleResult<'endSession'> | Refused> {
  if (!operator.hasSecondFactor && id !== operator.sessionId) return needsSecondFactor();
  const isEnded = await endOne(ctx, operator, id, from, 'session.end');
  return isEnded ? DONE : refused(404, 'no_such_session', 'This session has ended already.');
}

export function needsSecondFactor(): Refused {
  return refused(
    403,
    'second_factor',
    'This session has no second factor. Sign in with a passkey, or with password and code.',
  );
}

async function endOne(
  ctx: Ctx,
  operator: Operator,
  id: string,
  from: Client,
  action: 'sign_out' | 'session.end',
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const times = openAt(ctx.clock.real());
    const ended = await tx.run(endSessionOf, { id, operatorId: operator.id, ...times });
    if (ended === 0) return false;
    const object = { objectKind: 'session', objectId: id };
    await appendAudit(tx, entryOf(ctx, operator, from, { action, ...object }));
    return true;
  });
}

/** The operator's own passkeys, company account and open sessions. */
export async function mySecurity(
  { db, clock, config }: Pick<Ctx, 'db' | 'clock' | 'config'>,
  operator: Operator,
): Promise<ConsoleResult<'mySecurity'>> {
  const operatorId = operator.id;
  const passkeys = await db.many(passkeysOf, { operatorId });
  const sessions = await db.many(openSessions, { operatorId, ...openAt(clock.real()) });
  const { companyAccount } = config;
  const linked = await db.maybe(companyAccountOf, { operatorId });
  return {
    company_account:
      companyAccount === null
        ? null
        : {
            label: companyAccount.label,
            linked:
              linked === null
                ? null
                : {
                    created_at: linked.created_at.getTime(),
                    used_at: linked.used_at?.getTime() ?? null,
                  },
          },
    passkeys: passkeys.map((each) => ({
      id: each.id,
      name: each.name,
      created_at: each.created_at.getTime(),
      used_at: each.used_at?.getTime() ?? null,
    })),
    sessions: sessions.map((each) => ({
      id: each.id,
      is_this: each.id === operator.sessionId,
      browser: browserOf(each.agent),
      address: each.address,
      created_at: each.created_at.getTime(),
      seen_at: each.seen_at.getTime(),
      ends_at: Math.min(each.expires_at.getTime(), each.seen_at.getTime() + SESSION_IDLE_MS),
    })),
  };
}
