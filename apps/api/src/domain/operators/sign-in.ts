import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { isPassword } from '../access/hash-password.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { beginTry } from './guard-tries.ts';
import { stepOfCode } from './one-time-code.ts';
import {
  entryOf,
  refused,
  refusedFor,
  type Client,
  type Refused,
  type SignedIn,
} from './operator.ts';
import {
  hasRecoveryCode,
  linkByToken,
  operatorByName,
  useCodeStep,
  useLink,
  useRecoveryCode,
} from './queries.ts';
import { nameKey, readCode } from './rules.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { unseal } from '../../platform/seal.ts';
import { hashOperatorToken, openOperatorSession } from './sessions.ts';

/** No password has this hash; an unknown name costs what a known one costs (see `hash-password.ts`). */
export const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
/** Stands for the secret of an unknown name. */
const NO_SECRET = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

type Known = RowOf<typeof operatorByName>;

/**
 * Signs in by name, password, and a code of the app or a recovery code. Every wrong part has the same answer, after the
 * same work, so that nothing tells which was wrong. Wrong tries make their name and network wait.
 */
export async function signInByPassword(
  ctx: Ctx,
  given: { readonly name: string; readonly password: string; readonly code: string },
  from: Client,
): Promise<SignedIn | Refused> {
  const begun = await beginTry(ctx, from.address, given.name);
  if ('waitMs' in begun) return refusedFor(begun.waitMs);
  const known = await ctx.db.maybe(operatorByName, { nameKey: nameKey(given.name) });
  const key = await readSealKey(ctx, 'operator_seal_key');
  let isRight: boolean;
  try {
    isRight = await isPassword(given.password, known?.password_hash ?? NO_PASSWORD);
  } catch (error) {
    await begun.takeBack();
    if (error instanceof Refusal) return refusedFor(1_000);
    throw error;
  }
  const code = await readFactor(ctx, known, key, given.code);
  const isOpen = known !== null && known.password_hash !== null && !known.is_disabled;
  const signedIn = isOpen && isRight && code !== null ? await open(ctx, known, code, from) : null;
  if (signedIn === null) {
    await appendAudit(ctx.db, entryOf(ctx, known, from, { action: 'sign_in', ...FAILED_PASSWORD }));
    return refused(401, 'wrong_sign_in', 'Name, password and code do not fit together.');
  }
  await begun.right();
  return signedIn;
}

const FAILED_PASSWORD = { outcome: 'refused', detail: { by: 'password' } } as const;

type Factor =
  | { readonly kind: 'app'; readonly step: number }
  | { readonly kind: 'recovery'; readonly codeHash: Buffer };

/** The second factor that a code proves; null: none. An unknown name costs the same. */
async function readFactor(
  ctx: Ctx,
  known: Known | null,
  key: Buffer,
  typed: string,
): Promise<Factor | null> {
  const { kind, text } = readCode(typed);
  const id = known?.id ?? '';
  if (kind === 'recovery') {
    const codeHash = recoveryCodeHash(id, text);
    const { is_so: isKnown } = await ctx.db.one(hasRecoveryCode, { id, codeHash });
    return isKnown ? { kind, codeHash } : null;
  }
  const sealed = known?.totp_secret ?? null;
  const secret = sealed === null ? NO_SECRET : unseal(key, id, sealed);
  const step = stepOfCode(secret, text, ctx.clock.real(), known?.totp_step ?? null);
  return sealed === null || step === null ? null : { kind, step };
}

/** Recovery codes have 79 bits, so a plain hash hides them. */
export function recoveryCodeHash(operatorId: string, code: string): Buffer {
  return createHash('sha256').update(`${operatorId}:${code}`).digest();
}

/** Uses the factor up and opens a session; null: another sign-in used it first, or the credentials changed. */
async function open(
  ctx: Ctx,
  { id, version }: Known,
  factor: Factor,
  from: Client,
): Promise<SignedIn | null> {
  const signedInBy = factor.kind === 'app' ? 'password' : 'recovery_code';
  return openOperatorSession(ctx, { id, version, signedInBy }, from, async (tx, now) => {
    if (factor.kind === 'app') return (await tx.run(useCodeStep, { id, step: factor.step })) === 1;
    const { codeHash } = factor;
    return (await tx.run(useRecoveryCode, { id, codeHash, now })) === 1;
  });
}

/** Signs in once by a link that a command printed. The session has no second factor. */
export async function signInByLink(
  ctx: Ctx,
  { token }: { readonly token: string },
  from: Client,
): Promise<SignedIn | Refused> {
  const tokenHash = hashOperatorToken(token);
  const now = ctx.clock.real();
  const known = await ctx.db.maybe(linkByToken, { tokenHash, kind: 'sign_in', now });
  if (known === null) return refuseWrongLink(ctx, from, 'sign_in');
  const by = { id: known.id, version: known.version, signedInBy: 'link' } as const;
  const signedIn = await openOperatorSession(
    ctx,
    by,
    from,
    async (tx) => (await tx.run(useLink, { tokenHash, now })) === 1,
  );
  return signedIn ?? refuseWrongLink(ctx, from, 'sign_in');
}

/** A wrong link costs nothing to try: its network waits, so that it cannot fill the audit log. */
export async function refuseWrongLink(
  ctx: Ctx,
  from: Client,
  action: 'sign_in' | 'join',
): Promise<Refused> {
  const begun = await beginTry(ctx, from.address, null);
  if ('waitMs' in begun) return refusedFor(begun.waitMs);
  await appendAudit(
    ctx.db,
    entryOf(ctx, null, from, { action, outcome: 'refused', detail: { by: 'link' } }),
  );
  return linkEnded();
}

export function linkEnded(): Refused {
  return refused(410, 'link_ended', 'This link was used, or it is too old. Ask for a new one.');
}
