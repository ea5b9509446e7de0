import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { ADDS_PASSKEY } from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import { checkStepUp } from './step-up.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import {
  entryOf,
  refused,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import { passkeysOf, savePasskey } from '../operators/passkey-queries.ts';
import {
  newChallenge,
  passkeyStep,
  rpId,
  storeChallenge,
  takeOf,
  type Answer,
} from '../operators/passkeys.ts';
import { lockOperatorRow } from '../operators/queries.ts';
import { CHALLENGE_LIFE_MS, MAX_PASSKEYS } from '../operators/rules.ts';
import { needsSecondFactor } from '../operators/sessions.ts';

/** EdDSA, ES256 and RS256. The library's default asks Node for an experimental one, which prints a warning. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Starts the registration of a passkey, for this session: with the proof of a step, because a passkey outlives a stolen
 * session. A session that began with a link adds the operator's first one without it.
 */
export async function newPasskeyChallenge(
  ctx: Ctx,
  operator: Operator,
  { step_up: proof }: { readonly step_up: StepUp },
  from: Client,
): Promise<ConsoleResult<'newPasskeyChallenge'> | Refused> {
  const known = await ctx.db.many(passkeysOf, { operatorId: operator.id });
  const unproved = operator.hasSecondFactor
    ? await checkStepUp(ctx, operator, from, ADDS_PASSKEY, proof)
    : onlyFirst(operator, known.length);
  if (unproved !== null) return unproved;
  const options = await generateRegistrationOptions({
    rpName: 'WebPay console',
    rpID: rpId(ctx),
    userName: operator.name,
    userDisplayName: operator.name,
    userID: new Uint8Array(Buffer.from(operator.id, 'utf8')),
    challenge: newChallenge(ctx),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((each) => ({
      id: each.credential_id,
      transports: [...each.transports],
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const id = await storeChallenge(ctx, options.challenge, operator.sessionId);
  return { id, options: { ...options } };
}

/** Without a second factor, only a link that an admin gave adds a passkey, and the first one only. */
function onlyFirst({ hasSecondFactor, signedInBy }: Operator, passkeys: number): Refused | null {
  if (hasSecondFactor || (signedInBy === 'link' && passkeys === 0)) return null;
  return needsSecondFactor();
}

/** Registers a passkey of this session's challenge, which needed the proof. */
export async function addPasskey(
  ctx: Ctx,
  operator: Operator,
  answer: Answer & { readonly name: string },
  from: Client,
): Promise<ConsoleResult<'addPasskey'> | Refused> {
  const challenge = await takeOf(ctx, answer.id, operator.sessionId);
  if (challenge === null) {
    return refused(410, 'challenge_ended', 'This took too long. Start again.');
  }
  const found = await verifyRegistrationResponse({
    // Verified edge: the library checks every field of the answer.
    response: answer.response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: ctx.config.consoleUrl,
    expectedRPID: rpId(ctx),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (found?.verified !== true) {
    return refused(422, 'passkey_not_usable', 'This passkey cannot be used here.');
  }
  const { credential } = found.registrationInfo;
  const now = ctx.clock.real();
  const id = newId(ctx);
  const name = answer.name.normalize('NFKC').trim() || 'Passkey';
  return ctx.db.transaction(async (tx) => {
    // Two answers at once must not both be the first passkey.
    await tx.one(lockOperatorRow, { operatorId: operator.id });
    const known = await tx.many(passkeysOf, { operatorId: operator.id });
    const late = onlyFirst(operator, known.length);
    if (late !== null) return late;
    if (known.length >= MAX_PASSKEYS) {
      return refused(
        409,
        'too_many_passkeys',
        `There are ${MAX_PASSKEYS} passkeys. Remove one first.`,
      );
    }
    const saved = await tx.run(savePasskey, {
      id,
      operatorId: operator.id,
      name,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      now,
    });
    if (saved === 0) return refused(409, 'passkey_known', 'This passkey is registered already.');
    await appendAudit(tx, entryOf(ctx, operator, from, passkeyStep('passkey.add', id, name)));
    return { id, name, created_at: now.getTime(), used_at: null };
  });
}
