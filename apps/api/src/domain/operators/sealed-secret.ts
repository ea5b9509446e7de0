import { createCipheriv, createDecipheriv } from 'node:crypto';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../platform/db/statement.ts';

/** Creates the key once; every process reads the same one. */
export const makeSealKey = statement({
  name: 'operators.make_seal_key',
  text: `insert into server_secrets (name, secret) values ('operator_seal_key', :secret) on conflict (name) do nothing`,
  params: { secret: 'bytea' },
});

export const sealKey = statement({
  name: 'operators.seal_key',
  text: `select secret from server_secrets where name = 'operator_seal_key'`,
  row: v.object({ secret: v.custom<Buffer>((value) => Buffer.isBuffer(value)) }),
});

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads the key of sealed secrets, and makes it at first. It lies in the same database: it protects a table that is read
 * alone, not a copy of the whole database.
 */
export async function readSealKey({ db, randomBytes }: Pick<Ctx, 'db' | 'randomBytes'>) {
  const known = await db.maybe(sealKey);
  if (known !== null) return known.secret;
  await db.run(makeSealKey, { secret: randomBytes(32) });
  return (await db.one(sealKey)).secret;
}

/** Encrypts the secret of an operator's one-time codes (AES-256-GCM), bound to the operator. */
export function seal(
  { randomBytes }: Pick<Ctx, 'randomBytes'>,
  key: Buffer,
  operatorId: string,
  secret: string,
): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(operatorId, 'utf8'));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws Error when the secret was sealed for another operator, or with another key */
export function unseal(key: Buffer, operatorId: string, sealed: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(operatorId, 'utf8'));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
