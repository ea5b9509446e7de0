import { TOKEN_PERMISSIONS, type TokenPermission } from '@webpay/contract/console/tokens';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { newId } from '../orders/ids.ts';
import type { Operator } from './operator.ts';
import { lockStaff } from './queries.ts';
import { nameKey, SEEN_EVERY_MS } from './rules.ts';
import { hashOperatorToken } from './sessions.ts';
import { insertToken, usableTokens, tokenByHash, tokenList, tokenSeen } from './token-queries.ts';

const DAY_MS = 86_400_000;
/** Usable tokens of a shop: each is a key to its books that somebody has to look after. */
const MAX_TOKENS = 50;
/** Tells a token from other secrets, for tools that look for leaked ones. */
const PREFIX = 'wpt_';
const FORM = /^wpt_[A-Za-z0-9_-]{43}$/;

export type TokenRefusal = {
  readonly kind: 'refused';
  readonly why: 'token_name_taken' | 'tokens_many';
};

/**
 * Makes a token with which a script reads, for `days`. Only its hash is stored.
 * @param given `finish` ends the transaction
 */
export async function makeToken(
  ctx: Ctx,
  given: {
    readonly name: string;
    readonly permissions: readonly TokenPermission[];
    readonly projects: readonly string[];
    readonly days: number;
    readonly byId: string;
    readonly finish: (tx: Tx) => Promise<void>;
  },
): Promise<{ readonly kind: 'made'; readonly token: string } | TokenRefusal> {
  const { name, permissions, projects, days, byId, finish } = given;
  const token = PREFIX + ctx.randomBytes(32).toString('base64url');
  return ctx.db.transaction(async (tx) => {
    // Two steps at once count each other.
    await tx.many(lockStaff);
    const now = ctx.clock.real();
    const usable = await tx.many(usableTokens, { now });
    if (usable.some((each) => nameKey(each.name) === nameKey(name))) {
      return { kind: 'refused', why: 'token_name_taken' };
    }
    if (usable.length >= MAX_TOKENS) return { kind: 'refused', why: 'tokens_many' };
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const row = { id: newId(ctx), name, permissions, projects, byId, now, expiresAt };
    await tx.run(insertToken, { ...row, tokenHash: hashOperatorToken(token) });
    await finish(tx);
    return { kind: 'made', token };
  });
}

/**
 * A script as a caller that reads; null: the token is unknown, or has ended. Its use is recorded once a minute.
 * @param token as the header has it
 */
export async function readToken(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<Operator | null> {
  if (!FORM.test(token)) return null;
  const now = clock.real();
  const found = await db.maybe(tokenByHash, { tokenHash: hashOperatorToken(token), now });
  if (found === null) return null;
  const { id, name, permissions, projects, expires_at: sessionEndsAt } = found;
  if (now.getTime() - (found.seen_at?.getTime() ?? 0) >= SEEN_EVERY_MS) {
    await db.run(tokenSeen, { id, now });
  }
  return {
    id,
    // No name of an operator has brackets.
    name: `token (${name})`,
    roles: [],
    permissions: known(permissions),
    projects,
    sessionId: id,
    // Like a session of a link, it reads.
    signedInBy: 'link',
    hasSecondFactor: false,
    sessionEndsAt,
  };
}

/** Usable tokens and those that ended of late. @param mayEnd whether the reader can end one */
export async function listTokens(
  { db, clock, catalogue }: Pick<Ctx, 'db' | 'clock' | 'catalogue'>,
  mayEnd: boolean,
): Promise<ConsoleResult<'staff'>['tokens']> {
  const rows = await db.many(tokenList, { now: clock.real() });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    permissions: known(row.permissions),
    projects: row.projects.map((code) => ({
      code,
      name: catalogue.project(code)?.name['en'] ?? code,
    })),
    by: row.by_name,
    created_at: row.created_at.getTime(),
    ends_at: row.expires_at.getTime(),
    seen_at: row.seen_at?.getTime() ?? null,
    has_ended: row.has_ended,
    steps:
      mayEnd && !row.has_ended
        ? [{ seed: { kind: 'end_token', token_id: row.id }, text: 'End…', why: null }]
        : [],
  }));
}

/** A permission of a newer release, which this one does not know, is left out. */
function known(permissions: readonly string[]): TokenPermission[] {
  return TOKEN_PERMISSIONS.filter((each) => permissions.includes(each));
}
