import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Db } from '../../platform/db/pool.ts';
import { statement } from '../../platform/db/statement.ts';

/** Creates the key once; every process reads the same one. */
export const orderTokenKey = statement({
  name: 'order_token_key',
  text: `with made as (
      insert into server_secrets (name, secret) values ('order_token_key', :secret)
      on conflict (name) do nothing returning secret
    )
    select secret from made union all select secret from server_secrets where name = 'order_token_key' limit 1`,
  params: { secret: 'bytea' },
  row: v.object({ secret: v.custom<Buffer>((value) => Buffer.isBuffer(value)) }),
});

/** The 32-byte key of order tokens, made at the first start of an installation. */
export async function readOrderTokenKey(db: Db): Promise<Buffer> {
  // A start that lost the insert race sees the row only in its next statement.
  const made = await db.maybe(orderTokenKey, { secret: randomBytes(32) });
  const { secret } = made ?? (await db.one(orderTokenKey, { secret: randomBytes(32) }));
  return secret;
}
