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
