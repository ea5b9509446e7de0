import { createHash } from 'node:crypto';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { StepUp } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import { beginTry } from '../operators/guard-tries.ts';
import { stepOfCode } from '../operators/one-time-code.ts';
import {
  entryOf,
  refused,
  refusedFor,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import { counterOf, rpId } from '../operators/passkeys.ts';
import {
  passkeyByCredential,
  passkeysOf,
  passkeyUsed,
  saveChallenge,
  takeChallenge,
} from '../operators/passkey-queries.ts';
import { operatorByName, useCodeStep } from '../operators/queries.ts';
import { CHALLENGE_LIFE_MS, nameKey } from '../operators/rules.ts';
import { isOldEnough } from './confirmers.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { unseal } from '../../platform/seal.ts';

/** The refusal of a session without a second factor; null: it may change things. */
export function onlyReads({ hasSecondFactor }: Pick<Operator, 'hasSecondFactor'>): Refused | null {
  if (hasSecondFactor) return null;
  const detail = 'This session has no second factor. Sign in with a passkey, or with a password.';
  return refused(403, 'no_second_factor', detail);
}

/** Starts a confirmation by passkey. Its answer confirms the plan of this hash, in this session, once. */
export async function stepUpChallenge(
  ctx: Ctx,
  operator: Operator,
  { plan_hash: planHash }: { readonly plan_hash: string },
): Promise<ConsoleResult<'stepUpChallenge'> | Refused> {
  const weak = onlyReads(operator);
  if (weak !== null) return weak;
  const known = await ctx.db.many(passkeysOf, { operatorId: operator.id });
  if (known.length === 0) {
    return refused(409, 'no_passkey', 'You have no passkey here. Use a code of your app.');
  }
  const nonce = ctx.randomBytes(32);
  const options = await generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    timeout: CHALLENGE_LIFE_MS,
    challenge: boundTo(nonce, planHash),
    allowCredentials: known.map((each) => ({ id: each.credential_id })),
  });
  const id = newId(ctx);
  await ctx.db.run(saveChallenge, {
    id,
    challenge: options.challenge,
    sessionId: operator.sessionId,
    nonce,
    planHash,
    expiresAt: new Date(ctx.clock.real().getTime() + CHALLENGE_LIFE_MS),
  });
  return { id, options: { ...options } };
}

/** SHA-256(nonce ‖ plan hash): a signature over it cannot be used for another plan. */
function boundTo(nonce: Uint8Array, planHash: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(nonce).update(planHash, 'utf8').digest());
}

/**
 * Checks that the person is there, and uses the proof up. Wrong tries count like those of a sign-in.
 * @returns null: proved
 */
export async function checkStepUp(
  ctx: Ctx,
  operator: Operator,
  from: Client,
  planHash: string,
  proof: StepUp,
): Promise<Refused | null> {
  if (proof === null) {
    return refused(423, 'step_up', 'Confirm with a passkey or a code of your app.');
  }
  if (proof.by === 'passkey') {
    if (await isPasskeyOf(ctx, operator, planHash, proof)) return null;
    const begun = await beginTry(ctx, from.address, operator.name);
    return 'waitMs' in begun ? refusedFor(begun.waitMs) : wrong(ctx, operator, from, 'passkey');
  }
  const begun = await beginTry(ctx, from.address, operator.name);
  if ('waitMs' in begun) return refusedFor(begun.waitMs);
  if (!(await isCodeOf(ctx, operator, proof.code))) return wrong(ctx, operator, from, 'code');
  await begun.right();
  return null;
}

async function wrong(
  ctx: Ctx,
  operator: Operator,
  from: Client,
  by: 'code' | 'passkey',
): Promise<Refused> {
  const failed = { action: 'step_up', outcome: 'refused', detail: { by } } as const;
  await appendAudit(ctx.db, entryOf(ctx, operator, from, failed));
  const detail =
    by === 'code'
      ? 'This code is wrong, or it was used already. Take the next one.'
      : 'This passkey does not confirm this step, or it is new. Try again, or use a code.';
  return refused(423, 'wrong_step_up', detail);
}

async function isCodeOf(ctx: Ctx, { id, name }: Operator, code: string): Promise<boolean> {
  const known = await ctx.db.maybe(operatorByName, { nameKey: nameKey(name) });
  const sealed = known?.id === id ? known.totp_secret : null;
  if (known === null || sealed === null || known.is_disabled) return false;
  const secret = unseal(await readSealKey(ctx, 'operator_seal_key'), id, sealed);
  const step = stepOfCode(secret, code, ctx.clock.real(), known.totp_step);
  // The first of two requests with one code counts.
  return step !== null && (await ctx.db.run(useCodeStep, { id, step })) === 1;
}

async function isPasskeyOf(
  ctx: Ctx,
  operator: Operator,
  planHash: string,
  proof: { readonly id: string; readonly response: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const { id: challengeId, response } = proof;
  const challenge = await ctx.db.maybe(takeChallenge, { id: challengeId });
  if (challenge === null || challenge.session_id !== operator.sessionId) return false;
  if (challenge.expires_at <= ctx.clock.real() || challenge.nonce === null) return false;
  const expected = Buffer.from(boundTo(challenge.nonce, planHash)).toString('base64url');
  if (challenge.challenge !== expected) return false;
  const credentialId = typeof response['id'] === 'string' ? response['id'] : '';
  const passkey = await ctx.db.maybe(passkeyByCredential, { credentialId });
  if (passkey === null || passkey.operator_id !== operator.id) return false;
  // A stolen session can register a passkey: a new one signs in, and confirms nothing yet.
  if (!isOldEnough(ctx, passkey.created_at)) return false;
  const counter = await counterOf(ctx, expected, passkey, response);
  if (counter === null) return false;
  const used = { id: passkey.id, counter, now: ctx.clock.real() };
  return (await ctx.db.run(passkeyUsed, used)) === 1;
}
