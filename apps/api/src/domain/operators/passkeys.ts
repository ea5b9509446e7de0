import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
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
  type Refused,
  type SignedIn,
} from './operator.ts';
import {
  passkeyByCredential,
  passkeyUsed,
  saveChallenge,
  takeChallenge,
} from './passkey-queries.ts';
import { CHALLENGE_LIFE_MS } from './rules.ts';
import { openOperatorSession } from './sessions.ts';

/** The browser's answer, whose form the library checks. */
export type Answer = { readonly id: string; readonly response: Readonly<Record<string, unknown>> };

export const rpId = (ctx: Pick<Ctx, 'config'>): string => new URL(ctx.config.consoleUrl).hostname;

/** Starts a sign-in: the browser offers the passkeys of this site, so no name is asked for. */
export async function passkeyChallenge(ctx: Ctx): Promise<ConsoleResult<'passkeyChallenge'>> {
  const options = await generateAuthenticationOptions({
    rpID: rpId(ctx),
    userVerification: 'required',
    timeout: CHALLENGE_LIFE_MS,
    challenge: newChallenge(ctx),
  });
  return { id: await storeChallenge(ctx, options.challenge, null), options: { ...options } };
}

/** Signs in by passkey. A right one is never held up; wrong ones make their network wait. */
export async function signInByPasskey(
  ctx: Ctx,
  answer: Answer,
  from: Client,
): Promise<SignedIn | Refused> {
  const challenge = await takeOf(ctx, answer.id, null);
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

export function passkeyStep(action: string, objectId: string, name: string) {
  return { action, objectKind: 'passkey', objectId, detail: { name } };
}

export const newChallenge = (ctx: Ctx) => new Uint8Array(ctx.randomBytes(32));

/** Keeps a challenge of a sign-in, or of one session. */
export async function storeChallenge(
  ctx: Ctx,
  challenge: string,
  sessionId: string | null,
): Promise<string> {
  const id = newId(ctx);
  const expiresAt = new Date(ctx.clock.real().getTime() + CHALLENGE_LIFE_MS);
  const unbound = { nonce: null, planHash: null };
  await ctx.db.run(saveChallenge, { id, challenge, sessionId, ...unbound, expiresAt });
  return id;
}

/** Each challenge takes one answer; null: used, too old, or of another session. */
export async function takeOf(
  ctx: Ctx,
  id: string,
  sessionId: string | null,
): Promise<string | null> {
  const known = await ctx.db.maybe(takeChallenge, { id });
  // A challenge of a step proves nothing else.
  if (known === null || known.session_id !== sessionId || known.plan_hash !== null) return null;
  return known.expires_at > ctx.clock.real() ? known.challenge : null;
}
