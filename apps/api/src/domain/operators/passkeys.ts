import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import { beginTry } from './guard-tries.ts';
import {
  entryOf,
  refused,
  refusedFor,
  type Client,
  type Operator,
  type Refused,
  type SignedIn,
} from './operator.ts';
import {
  dropPasskey,
  passkeyByCredential,
  passkeysOf,
  passkeyUsed,
  saveChallenge,
  savePasskey,
  takeChallenge,
} from './passkey-queries.ts';
import { CHALLENGE_LIFE_MS, MOST_PASSKEYS } from './rules.ts';
import { needsSecondFactor, openOperatorSession } from './sessions.ts';

/** The browser's answer, whose form the library checks. */
type Answer = { readonly id: string; readonly response: Readonly<Record<string, unknown>> };

/** EdDSA, ES256 and RS256. The library's default asks Node for an experimental one, which prints a warning. */
const ALGORITHMS = [-8, -7, -257];

export const rpId = (ctx: Pick<Ctx, 'config'>): string => new URL(ctx.config.consoleUrl).hostname;

/** Starts a sign-in: the browser offers the passkeys of this site, so no name is asked for. */
export async function passkeyChallenge(ctx: Ctx): Promise<ConsoleResult<'passkeyChallenge'>> {
  const options = await generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    timeout: CHALLENGE_LIFE_MS,
    challenge: newChallenge(ctx),
  });
  return { id: await store(ctx, options.challenge, null), options: { ...options } };
}

/** Signs in by passkey. A right one is never held up; wrong ones make their network wait. */
export async function signInByPasskey(
  ctx: Ctx,
  answer: Answer,
  from: Client,
): Promise<SignedIn | Refused> {
  const challenge = await take(ctx, answer.id, null);
  const passkey = await ctx.db.maybe(passkeyByCredential, {
    credentialId: idOf(answer.response),
  });
  const counter =
    challenge === null || passkey === null
      ? null
      : await counterOf(ctx, challenge, passkey, answer.response);
  if (passkey !== null && counter !== null) {
    const { id: passkeyId, operator_id: id, version } = passkey;
    const by = { id, version, signedInBy: 'passkey' } as const;
    const signedIn = await openOperatorSession(
      ctx,
      by,
      from,
      async (tx, now) => (await tx.run(passkeyUsed, { id: passkeyId, counter, now })) === 1,
    );
    if (signedIn !== null) return signedIn;
  }
  const begun = await beginTry(ctx, from.address, null);
  if ('waitMs' in begun) return refusedFor(begun.waitMs);
  const who = passkey === null ? null : { id: passkey.operator_id, name: passkey.operator_name };
  const failed = { outcome: 'refused', detail: { by: 'passkey' } } as const;
  await appendAudit(ctx.db, entryOf(ctx, who, from, { action: 'sign_in', ...failed }));
  return refused(
    401,
    'wrong_passkey',
    'This passkey does not sign in here. Try again, or use your password.',
  );
}

function idOf({ id }: Answer['response']): string {
  return typeof id === 'string' ? id : '';
}

/** The authenticator's new counter; null: the answer proves nothing. */
export async function counterOf(
  ctx: Ctx,
  challenge: string,
  passkey: RowOf<typeof passkeyByCredential>,
  given: Answer['response'],
): Promise<number | null> {
  // Verified edge: the library checks every field of the answer.
  const response = given as unknown as AuthenticationResponseJSON;
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: ctx.config.consoleUrl,
    expectedRPID: rpId(ctx),
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (found?.verified !== true) return null;
  const { userHandle } = response.response;
  const expected = Buffer.from(passkey.operator_id, 'utf8').toString('base64url');
  if (userHandle !== undefined && userHandle !== expected) return null;
  return found.authenticationInfo.newCounter;
}

/** Starts the registration of a passkey, for this session. */
export async function newPasskeyChallenge(
  ctx: Ctx,
  operator: Operator,
): Promise<ConsoleResult<'newPasskeyChallenge'>> {
  const known = await ctx.db.many(passkeysOf, { operatorId: operator.id });
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
  return { id: await store(ctx, options.challenge, operator.sessionId), options: { ...options } };
}

/** Registers a passkey of this session's challenge. */
export async function addPasskey(
  ctx: Ctx,
  operator: Operator,
  answer: Answer & { readonly name: string },
  from: Client,
): Promise<ConsoleResult<'addPasskey'> | Refused> {
  const challenge = await take(ctx, answer.id, operator.sessionId);
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
    const known = await tx.many(passkeysOf, { operatorId: operator.id });
    if (known.length >= MOST_PASSKEYS) {
      return refused(
        409,
        'too_many_passkeys',
        `There are ${MOST_PASSKEYS} passkeys. Remove one first.`,
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

/** Removes one of the operator's own passkeys. */
export async function removePasskey(
  ctx: Ctx,
  operator: Operator,
  { id }: { readonly id: string },
  from: Client,
): Promise<ConsoleResult<'removePasskey'> | Refused> {
  if (!operator.hasSecondFactor) return needsSecondFactor();
  return ctx.db.transaction(async (tx) => {
    const dropped = await tx.maybe(dropPasskey, { id, operatorId: operator.id });
    if (dropped === null)
      return refused(404, 'no_such_passkey', 'This passkey is removed already.');
    const step = passkeyStep('passkey.remove', id, dropped.name);
    await appendAudit(tx, entryOf(ctx, operator, from, step));
    return { done: true };
  });
}

function passkeyStep(action: string, objectId: string, name: string) {
  return { action, objectKind: 'passkey', objectId, detail: { name } };
}

const newChallenge = (ctx: Ctx) => new Uint8Array(ctx.randomBytes(32));

async function store(ctx: Ctx, challenge: string, sessionId: string | null): Promise<string> {
  const id = newId(ctx);
  const expiresAt = new Date(ctx.clock.real().getTime() + CHALLENGE_LIFE_MS);
  const unbound = { nonce: null, planHash: null };
  await ctx.db.run(saveChallenge, { id, challenge, sessionId, ...unbound, expiresAt });
  return id;
}

/** Each challenge takes one answer; null: used, too old, or of another session. */
async function take(ctx: Ctx, id: string, sessionId: string | null): Promise<string | null> {
  const known = await ctx.db.maybe(takeChallenge, { id });
  // A challenge of a step proves nothing else.
  if (known === null || known.session_id !== sessionId || known.plan_hash !== null) return null;
  return known.expires_at > ctx.clock.real() ? known.challenge : null;
}
