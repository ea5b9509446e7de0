import { describe, expect, onTestFinished, test } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { TEMPLATES } from '../../../../../tests/support/templates.ts';
import {
  asOwner,
  blankDatabase,
  ownerOf,
  shopOf,
  testDatabase,
} from '../../../../../tests/support/test-database.ts';
import { migrate, schemaProblem } from './migrate.ts';
import { openDb } from './pool.ts';
import { excessRights, lacksRights, RIGHTS } from './rights.ts';

const { db, url, ownerUrl } = await testDatabase('seeded');
const quiet = (): void => undefined;
const EVERY_RIGHT = 'SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER'.split(' ');

async function anotherDatabase(template: string = TEMPLATES.empty) {
  const shop = await blankDatabase(template);
  const other = openDb(shop, { max: 1 });
  onTestFinished(() => other.close());
  return { shop, owner: await ownerOf(shop), db: other };
}

async function rightsOn(table: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from unnest($2::text[]) as name where has_table_privilege($1::text, name)`,
    [table, EVERY_RIGHT],
  );
  return rows.map(({ name }) => name);
}

test('every table has a decision about its rights, in rights.ts (14.17)', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(RIGHTS).toSorted());
});

test.each(Object.entries(RIGHTS))(
  'the shop has the rights on %s and no other (14.17)',
  async (table, rights) => {
    expect(await rightsOn(table)).toEqual(rights);
  },
);

test('the shop has no rights on a partition itself, also on one it had created (14.17)', async () => {
  await db.pool.query('select create_month_partitions(12)');
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'order_events'::regclass`,
  );
  expect(rows.length).toBeGreaterThan(12);
  for (const { name } of rows) expect(await rightsOn(name)).toEqual([]);
});

describe('the shop cannot', () => {
  const kept = Object.keys(RIGHTS).filter(
    (table) => table !== 'ledger_lines' && RIGHTS[table]?.includes('UPDATE') !== true,
  );
  const changes = [...kept, 'order_events_default'].flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
  ]);
  test.each([
    ...changes,
    'update ledger_entries set amount_minor = 1',
    `update order_events set detail = '{}'`,
    'alter table ledger_entries disable trigger user',
    'alter table ledger_entries rename to old_entries',
    'drop trigger ledger_append_only on ledger_entries',
    'drop trigger order_events_append_only on order_events',
    'drop table ledger_entries',
    'drop trigger attempt_posts_capture on payment_attempts',
    `create trigger own before insert on ledger_entries for each row execute function refuse_change_of_ledger()`,
    `create or replace function refuse_change_of_ledger() returns trigger language plpgsql as 'begin return null; end'`,
    'alter function erase_player(bigint, text, timestamptz) security invoker',
    'create table own (n int)',
    'create temporary table ledger_entries (n int)',
    'create schema own',
    'set role webpay',
    'set session authorization webpay',
    'set session_replication_role = replica',
    'delete from orders',
    'delete from payment_attempts',
  ])('%s (14.17)', async (sql) => {
    await expect(db.pool.query(sql)).rejects.toThrow(/^(permission denied|must be owner)/);
  });
});

test('a right beyond those of the shop is named for an operator (14.17)', async () => {
  expect(await excessRights(db.pool)).toBeNull();
  const owner = openDb(ownerUrl, { max: 1 });
  expect(await excessRights(owner.pool)).toBe(
    'the role "webpay" owns the ledger, may change the ledger or its history, may create tables or functions, may create schemas, may create temporary tables',
  );
  await owner.close();
});

test('a migration takes away what the shop should not have, and gives what it needs (14.17)', async () => {
  const { owner, shop, db: other } = await anotherDatabase();
  await asOwner(
    shop,
    `grant delete, trigger on ledger_entries to webpay_runtime;
     grant update on order_events_default to public;
     grant create on schema public to webpay_runtime;
     revoke insert on orders from webpay_runtime;
     create table made_later (n int, big bigserial);
     create function made_later() returns int language sql return 1;
     revoke execute on function made_later() from public`,
  );
  expect(await excessRights(other.pool)).toMatch(/may change the ledger/);
  const lines: string[] = [];
  await migrate(owner, (line) => lines.push(line), undefined, shop);
  expect(lines).toEqual([]);
  expect(await excessRights(other.pool)).toBeNull();
  const { rows } = await other.pool.query(
    `select has_table_privilege('orders', 'insert') as again,
      has_table_privilege('made_later', 'select') as selects, has_table_privilege('made_later', 'delete') as deletes`,
  );
  expect(rows).toEqual([{ again: true, selects: true, deletes: true }]);
  await other.pool.query('insert into made_later (n) values (made_later())');
});

test('a migration says what only an administrator can take away (14.17)', async () => {
  const { owner, shop } = await anotherDatabase();
  await asOwner(shop, 'create schema open; grant create on schema open to public');
  const lines: string[] = [];
  await migrate(owner, (line) => lines.push(line), undefined, shop);
  expect(lines).toEqual([
    'database: the role "webpay_runtime" may create tables or functions: docs/operations.md says how to end it',
  ]);
});

test('the shop’s address alone starts on a database that is up to date, and names what is missing (14.17)', async () => {
  expect(await migrate(url, quiet)).toEqual([]);
  const empty = await shopOf(await blankDatabase());
  await expect(migrate(empty, quiet)).rejects.toThrow(
    /^The role "webpay_runtime" may not change the schema, and 0001_\w+ is missing: run "npm run migrate" with DATABASE_OWNER_URL/,
  );
});

test('a role without its rights is refused with the command that gives them, not while it serves (14.17)', async () => {
  const { owner, shop, db: other } = await anotherDatabase();
  const sentence =
    /^The role of DATABASE_URL lacks rights .*: run "npm run migrate" with this DATABASE_URL and DATABASE_OWNER_URL/;
  for (const taken of [
    'insert on orders',
    'execute on function create_month_partitions(integer)',
    'select on schema_migrations',
  ]) {
    expect(await schemaProblem(other.pool)).toBeNull();
    await asOwner(shop, `revoke ${taken} from webpay_runtime`);
    expect(await schemaProblem(other.pool)).toMatch(sentence);
    if (taken.endsWith('schema_migrations'))
      await expect(migrate(shop, quiet)).rejects.toThrow(sentence);
    await migrate(owner, quiet, undefined, shop);
  }
});

test('two addresses of different databases are refused (14.17)', async () => {
  const other = await ownerOf(await blankDatabase());
  await expect(migrate(other, quiet, undefined, url)).rejects.toThrow(
    'DATABASE_URL and DATABASE_OWNER_URL name two different databases.',
  );
});

test('a database whose shop owned everything gets a second role by one migration (14.17)', async () => {
  const owner = await blankDatabase();
  await migrate(owner, quiet);
  const shop = await shopOf(owner);
  expect(await migrate(owner, quiet, undefined, shop)).toEqual([]);
  const runtime = openDb(shop, { max: 1 });
  expect(await excessRights(runtime.pool)).toBeNull();
  expect(await lacksRights(runtime.pool)).toBe(false);
  await runtime.close();
});

test('an owner’s function finds its own tables, and strangers may not call it (14.17)', async () => {
  const { rows } = await db.pool.query<{ name: string; config: string; acl: string }>(
    `select proname::text as name, array_to_string(proconfig, ' ') as config, proacl::text as acl
      from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by proname`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'append_audit',
    'create_month_partitions',
    'erase_player',
    'erase_reasons',
    'keep_catalogue_files',
    'open_merchants',
    'purge_access_events',
    'purge_drafts',
  ]);
  for (const { config, acl } of rows) {
    expect(config).toContain('search_path=public, pg_temp');
    // `=X/` stands for everybody.
    expect(acl).toMatch(/^\{webpay=X\/webpay,webpay_runtime=X\/webpay\}$/);
  }
});

describe('audit records (14.17)', () => {
  const OLD = `now() - interval '31 days'`;

  async function recorded() {
    const other = await anotherDatabase(TEMPLATES.seeded);
    const { orderId } = await paidOrder(other.db.pool);
    const ask = async (sql: string) => (await other.db.pool.query<{ n: number }>(sql)).rows;
    const [player] = await ask(`select player_id as n from orders where id = '${orderId}'`);
    for (const at of ['now()', OLD]) {
      await ask(
        `insert into access_events (player_id, event, at) values (${player?.n}, 'set', ${at})`,
      );
      await ask(`insert into decline_pardons (player_id, project, because, at)
        values (${player?.n}, 'miniflix', 'the bank confirmed the card', ${at})`);
    }
    const left = () =>
      ask(`select count(*)::int4 as n from access_events
        union all select count(*)::int4 from decline_pardons`).then((rows) =>
        rows.map(({ n }) => n),
      );
    return { ...other, ask, left, playerId: player?.n };
  }

  test('are not changed or deleted by the shop', async () => {
    const { ask, left, shop } = await recorded();
    const changes = [
      `update access_events set event = 'remove'`,
      `update access_events set at = ${OLD} where at > ${OLD}`,
      'delete from access_events',
      `update decline_pardons set because = 'nothing'`,
      `delete from decline_pardons where at <= ${OLD}`,
    ];
    for (const sql of changes) {
      await expect(ask(sql), sql).rejects.toThrow(/^permission denied: rows of /);
    }
    expect(await left()).toEqual([2, 2]);
    // The owner may repair them.
    await asOwner(shop, 'delete from decline_pardons');
  });

  test('stay for 30 days, whatever age the function is asked for', async () => {
    const { ask, left } = await recorded();
    const purge = () =>
      ask(`select count as n from purge_access_events('-infinity', 'infinity', 1000)`);
    expect(await purge()).toEqual([{ n: 1 }]);
    expect(await purge()).toEqual([{ n: 0 }]);
    expect(await left()).toEqual([1, 2]);
  });

  test('go with their character, and the erasure’s record stays', async () => {
    const { ask, left, playerId } = await recorded();
    await ask(`select erase_player(${playerId}, 'asked', now())`);
    expect(await left()).toEqual([0, 0]);
    await expect(ask('delete from erasures')).rejects.toThrow(/^permission denied/);
  });

  test('are purged and erased by the previous release, which deletes without the functions', async () => {
    const { ask, left, playerId } = await recorded();
    await ask(`with batch as materialized (
        select id, at from access_events where at < now() - interval '400 days' or at <= ${OLD}
          order by at limit 1000 for update skip locked
      ) delete from access_events e using batch b where e.id = b.id`);
    expect(await left()).toEqual([1, 2]);
    await ask(`select erase_player(${playerId}, 'asked', now())`);
    for (const table of ['access_events', 'decline_pardons']) {
      await ask(`delete from ${table} where player_id = ${playerId}`);
    }
    expect(await left()).toEqual([0, 0]);
  });

  test('need no right to change them: the next release takes it away, and this one still starts', async () => {
    const { shop, db: other } = await recorded();
    const taken = 'update, delete on access_events, decline_pardons';
    // The previous release asks for these at its start.
    expect(await rightsOn('access_events')).toEqual(RIGHTS['access_events']);
    await asOwner(shop, `revoke ${taken} from webpay_runtime`);
    expect(await schemaProblem(other.pool)).toBeNull();
    await other.pool.query(`select from purge_access_events('-infinity', now(), 1)`);
  });
});

test('a player is erased once, without a flag, and the record of it stays (14.17)', async () => {
  const { orderId } = await paidOrder(db.pool);
  const { rows } = await db.pool.query<{ id: number }>(
    'select player_id as id from orders where id = $1',
    [orderId],
  );
  const id = rows[0]?.id;
  const erase = () => db.pool.query(`select erase_player($1, 'asked', now())`, [id]);
  await db.pool.query('update players set flagged_at = now() where id = $1', [id]);
  await expect(erase()).rejects.toThrow('only a living player without a flag');
  await db.pool.query('update players set flagged_at = null where id = $1', [id]);
  await erase();
  await expect(erase()).rejects.toThrow('only a living player without a flag');
  const { rows: kept } = await db.pool.query('select because from erasures where player_id = $1', [
    id,
  ]);
  expect(kept).toEqual([{ because: 'asked' }]);
});
