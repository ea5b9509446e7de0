import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Db } from '../../platform/db/pool.ts';
import { statement } from '../../platform/db/statement.ts';
import type { MacKeys } from '../../platform/keys.ts';
import type { Metrics } from '../../platform/monitoring/metrics.ts';

/** The key of order tokens and of every keyed hash, as metrics and commands name it. */
export const ORDER_TOKEN_KEY = 'order_token_key';

/** Creates the key once; every process reads the same one. */
export const makeOrderTokenKey = statement({
  name: 'order_token_key.make',
  text: `insert into server_secrets (name, secret) values ('order_token_key', :secret) on conflict (name) do nothing`,
  params: { secret: 'bytea' },
});

/** The keys, the one that signs first. `next` and `previous` are accepted while a change is under way. */
export const orderTokenKeys = statement({
  name: 'order_token_key.all',
  text: `select substr(name, 17) as role, secret, encode(sha256(secret), 'hex') as print, since
    from server_secrets where name in ('order_token_key', 'order_token_key_next', 'order_token_key_previous')
    order by name`,
  row: v.object({
    role: v.picklist(['', 'next', 'previous']),
    secret: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    print: v.string(),
    since: v.date(),
  }),
});

/** Makes steps of two operators wait for each other. */
export const lockOrderTokenKeys = statement({
  name: 'order_token_key.lock',
  text: `select name from server_secrets where name = 'order_token_key' for update`,
  row: v.object({ name: v.string() }),
});

export const addNextKey = statement({
  name: 'order_token_key.add',
  text: `insert into server_secrets (name, secret, since) values ('order_token_key_next', :secret, :realNow)`,
  params: { secret: 'bytea', realNow: 'timestamptz' },
});

/** Exchanges the secrets of both rows, and renames the second: the first one's name is known to older releases. */
export const switchToNextKey = statement({
  name: 'order_token_key.switch',
  text: `update server_secrets k set secret = other.secret, since = :realNow,
      name = case k.name when 'order_token_key' then k.name else 'order_token_key_previous' end
    from server_secrets other
    where (k.name = 'order_token_key' and other.name = 'order_token_key_next')
      or (k.name = 'order_token_key_next' and other.name = 'order_token_key')`,
  params: { realNow: 'timestamptz' },
});

export const removeOldKey = statement({
  name: 'order_token_key.remove',
  text: `delete from server_secrets where name in ('order_token_key_next', 'order_token_key_previous')`,
});

/** The keys of a process, which follow the database (settings.ts). */
export type FollowedKeys = MacKeys & {
  /** Identifies the loaded keys, in the form in which `settings.read` identifies the stored ones. */
  readonly version: () => string;
  /** Reads the keys again. */
  readonly refresh: () => Promise<void>;
};

/** The 32-byte keys of order tokens, the first made at the first start of an installation. */
export async function followOrderTokenKeys(
  db: Db,
  metrics: Pick<Metrics, 'secondKeyUses' | 'setSecondKey'>,
): Promise<FollowedKeys> {
  await db.run(makeOrderTokenKey, { secret: randomBytes(32) });
  const read = async () => {
    const [current, ...others] = await db.many(orderTokenKeys);
    if (current === undefined) throw new Error('server_secrets lost its key of order tokens');
    metrics.setSecondKey(ORDER_TOKEN_KEY, others.length > 0);
    const version = [current, ...others].map(({ role, print }) => `${role}:${print}`).join(',');
    return { current: current.secret, others: others.map(({ secret }) => secret), version };
  };
  let keys = await read();
  return {
    get current() {
      return keys.current;
    },
    get others() {
      return keys.others;
    },
    countOther: () => metrics.secondKeyUses.inc({ key: ORDER_TOKEN_KEY }),
    version: () => keys.version,
    refresh: async () => {
      keys = await read();
    },
  };
}
