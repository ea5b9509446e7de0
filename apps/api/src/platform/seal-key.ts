import * as v from 'valibot';
import type { Db } from './db/pool.ts';
import { statement } from './db/statement.ts';

/** The sealing keys of this installation, by the rows that they protect. */
export type SealKeyName = 'operator_seal_key' | 'saved_card_key' | 'webhook_secret_key';

/** Creates the key once; every process reads the same one. */
export const makeSealKey = statement({
  name: 'platform.make_seal_key',
  text: `insert into server_secrets (name, secret) values (:name, :secret) on conflict (name) do nothing`,
  params: { name: 'text', secret: 'bytea' },
});

export const sealKey = statement({
  name: 'platform.seal_key',
  text: `select secret from server_secrets where name = :name`,
  params: { name: 'text' },
  row: v.object({ secret: v.custom<Buffer>((value) => Buffer.isBuffer(value)) }),
});

/**
 * Reads a key of sealed rows, and makes it at first. It lies in the same database: it protects a table that is read
 * alone, not a copy of the whole database.
 */
export async function readSealKey(
  given: {
    readonly db: Pick<Db, 'maybe' | 'one' | 'run'>;
    readonly randomBytes: (size: number) => Buffer;
  },
  name: SealKeyName,
): Promise<Buffer> {
  const known = await given.db.maybe(sealKey, { name });
  if (known !== null) return known.secret;
  await given.db.run(makeSealKey, { name, secret: given.randomBytes(32) });
  return (await given.db.one(sealKey, { name })).secret;
}
