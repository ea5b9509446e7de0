import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../context.ts';
import { hmac } from '../../platform/keys.ts';
import { hashPassword } from '../access/hash-password.ts';
import { newId } from '../orders/ids.ts';
import { newCodeSecret } from './one-time-code.ts';
import { insertOperator, operatorByName, setCredentials } from './queries.ts';
import { nameKey } from './rules.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { lockOperator } from './session-queries.ts';
import { makeLink, record, type CommandUser, type StaffRefusal } from './staff.ts';

export type SandboxSignIn = {
  readonly kind: 'signed';
  readonly name: string;
  /** Signs in once. */
  readonly address: string;
  readonly endsAt: Date;
  readonly password: string;
  /** For an authenticator app. */
  readonly codeSecret: string;
};

/**
 * Creates the sandbox's operator of a role once, and a link that signs in once. The password follows from the
 * installation's own key, so that each call can print it.
 * @throws Error in production
 */
export async function signInToSandbox(
  ctx: Ctx,
  given: CommandUser & { readonly role: ConsoleRole },
): Promise<SandboxSignIn | StaffRefusal> {
  if (ctx.config.mode !== 'sandbox') throw new Error('only a sandbox has operators of its own');
  const name = `sandbox-${given.role}`;
  const key = await readSealKey(ctx, 'operator_seal_key');
  const row = { id: newId(ctx), name, nameKey: nameKey(name), roles: [given.role], projects: [] };
  await ctx.db.run(insertOperator, { ...row, now: ctx.clock.real() });
  const known = await ctx.db.one(operatorByName, { nameKey: row.nameKey });
  if (known.is_disabled) return { kind: 'refused', why: 'disabled' };
  const { id, version } = known;
  const password = hmac(key, `sandbox password of ${id}`).toString('base64url').slice(0, 20);
  const totpSecret = known.totp_secret ?? seal(ctx, key, id, newCodeSecret());
  const passwordHash = known.password_hash === null ? await hashPassword(password) : null;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.real();
    const locked = await tx.maybe(lockOperator, { id, version });
    if (locked === null) return { kind: 'refused', why: 'changed' };
    if (passwordHash !== null) {
      await tx.run(setCredentials, { id, passwordHash, totpSecret, totpStep: null, now });
    }
    const link = await makeLink(ctx, tx, 'sign_in', id, null);
    await record(ctx, tx, given, 'operator.sign_in_link', known, null);
    return { kind: 'signed', name, password, codeSecret: unseal(key, id, totpSecret), ...link };
  });
}
