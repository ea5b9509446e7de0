import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { hashPassword } from '../access/hash-password.ts';
import { Refusal } from '../../errors.ts';
import { codeSecretFor, stepOfCode } from './one-time-code.ts';
import { refused, refusedFor, type Client, type Refused, type SignedIn } from './operator.ts';
import { linkByToken, saveRecoveryCodes, setCredentials, useLink } from './queries.ts';
import { newRecoveryCode, passwordFault, readCode, RECOVERY_CODES } from './rules.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { unseal } from '../../platform/seal.ts';
import { hashOperatorToken, openOperatorSession } from './sessions.ts';
import { linkEnded, recoveryCodeHash, refuseWrongLink } from './sign-in.ts';

/** Reads an invitation without using it. */
export async function readInvitation(
  ctx: Ctx,
  { token }: { readonly token: string },
): Promise<ConsoleResult<'readInvitation'> | Refused> {
  const found = await find(ctx, token);
  if (found === null) return linkEnded();
  const { name, roles, secret } = found;
  const { svg } = await codeSecretFor(name, secret);
  return { name, roles: [...roles], secret, qr_svg: svg };
}

async function find({ db, clock, randomBytes }: Ctx, token: string) {
  const tokenHash = hashOperatorToken(token);
  const known = await db.maybe(linkByToken, { tokenHash, kind: 'join', now: clock.real() });
  if (known === null || known.totp_secret === null) return null;
  const key = await readSealKey({ db, randomBytes }, 'operator_seal_key');
  const { totp_secret: sealed, ...operator } = known;
  return { ...operator, tokenHash, sealed, secret: unseal(key, operator.id, sealed) };
}

export type Joined = SignedIn & { readonly recoveryCodes: readonly string[] };

/**
 * Accepts an invitation: stores the password and the secret of the one-time codes, and signs in. The recovery codes are
 * shown once.
 */
export async function join(
  ctx: Ctx,
  given: { readonly token: string; readonly password: string; readonly code: string },
  from: Client,
): Promise<Joined | Refused> {
  const found = await find(ctx, given.token);
  if (found === null) return refuseWrongLink(ctx, from, 'join');
  const fault = passwordFault(given.password, found.name);
  if (fault !== null) return refused(422, 'password_rule', fault);
  const step = stepOfCode(found.secret, readCode(given.code).text, ctx.clock.real(), null);
  if (step === null) {
    return refused(
      422,
      'wrong_code',
      'The code does not fit. Use the newest one, and check the clock of your device.',
    );
  }
  const passwordHash = await hashPassword(given.password).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (passwordHash === null) return refusedFor(1_000);
  const { id, tokenHash, version, sealed: totpSecret } = found;
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    newRecoveryCode(ctx.randomBytes),
  );
  const hashes = recoveryCodes.map((each) => recoveryCodeHash(id, readCode(each).text));
  const credentials = { id, passwordHash, totpSecret, totpStep: step };
  const by = { id, version, signedInBy: 'join' } as const;
  const joined = await openOperatorSession(ctx, by, from, async (tx, now) => {
    if ((await tx.run(useLink, { tokenHash, now })) === 0) return false;
    await tx.run(setCredentials, { ...credentials, now });
    await tx.run(saveRecoveryCodes, { id, hashes });
    return true;
  });
  return joined === null ? refuseWrongLink(ctx, from, 'join') : { ...joined, recoveryCodes };
}
