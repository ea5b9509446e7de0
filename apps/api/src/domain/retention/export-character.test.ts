import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { createClock } from '../../platform/clock.ts';
import { CHARACTER_TABLES, characterTables } from './character-tables.ts';
import { eraseCharacter } from './erase-character.ts';
import { exportCharacter } from './export-character.ts';

const { db, url } = await testDatabase('seeded');
const { pool } = db;
const folder = await mkdtemp(path.join(tmpdir(), 'webpay-export-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tables that name a character, an order or a payment, and are in neither command. */
const EXEMPT: Readonly<Record<string, string>> = {
  erasures: 'an erased character has no name to ask by; the row proves the erasure',
  ended_access_links: 'a keyed hash and a time; erasure must not open an ended link again',
  used_access_links: "the game's number of a link; it names nobody here",
  audit: 'the log of operators names a player by the number of its row; no name, no character id',
  image_codes: 'lives for minutes, and names a session by its hash',
  card_ends: 'repeats the last digits of a payment, which is exported',
  method_stops: 'names the payment that tries a method; the payment itself is exported',
};

/** Tables with a reason of an operator. */
const REASONS = [
  'order_events',
  'resends',
  'rewards',
  'quarantine',
  'found_money',
  'operator_reasons',
];

/** Columns by which a row can be about a character. */
const NAMES_ONE =
  /^(player_id|cid|recipient|order_id|(\w+_)?attempt_id|request_id|refund_id|session_hash|character_hash|ref|body)$/;

async function columns(): Promise<readonly { table: string; column: string; type: string }[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, t.typname as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  return rows;
}

async function rowsOf(table: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ row: string }>(
    table === 'gateway_inbox'
      ? `select encode(body, 'escape') as row from gateway_inbox`
      : `select t::text as row from ${table} t`,
  );
  return rows.map(({ row }) => row);
}

async function exported(cid: string) {
  const found = await exportCharacter(db, { project: 'miniflix', cid, serverId: null });
  if (found.kind !== 'done') throw new Error(found.kind);
  return found.tables;
}

describe('erase and export', () => {
  it('share one list, which names every table of the schema that can be about a character (14.29)', async () => {
    const all = await columns();
    const about = new Set(
      all.filter(({ column }) => NAMES_ONE.test(column)).map(({ table }) => table),
    );
    const listed = Object.keys(CHARACTER_TABLES);
    expect([...about].filter((table) => !listed.includes(table) && !(table in EXEMPT))).toEqual([]);
    const tables = new Set(all.map(({ table }) => table));
    expect([...listed, ...Object.keys(EXEMPT)].filter((table) => !tables.has(table))).toEqual([]);
    expect(listed.filter((table) => table in EXEMPT)).toEqual([]);

    const { cid, playerId } = await wholeCharacter(pool);
    const shown = await exported(cid);
    // Each table of the list has a row to show: a new table needs one in `wholeCharacter`.
    expect(listed.filter((table) => (shown[table] ?? []).length === 0)).toEqual([]);

    // Every reason that an operator wrote is the person's to read.
    for (const table of REASONS) expect(JSON.stringify(shown[table]), table).toContain(MARK);

    const before = new Map<string, readonly string[]>();
    for (const table of listed) before.set(table, await rowsOf(table));
    const wanted = { project: 'miniflix', serverId: '112', cid, because: 'asked' };
    expect(await eraseCharacter({ db, clock: createClock() }, wanted)).toEqual({
      kind: 'done',
      playerId,
    });
    for (const [table, { erased }] of characterTables) {
      const after = await rowsOf(table);
      const left = after.filter((row) => row.includes(cid) || row.includes(MARK));
      expect({ table, left }).toEqual({ table, left: [] });
      if (erased.startsWith('deleted')) expect({ table, after }).toEqual({ table, after: [] });
      if (erased === 'kept') expect({ table, after }).toEqual({ table, after: before.get(table) });
      if (erased === 'emptied') {
        expect({ table, count: after.length }).toEqual({ table, count: before.get(table)?.length });
        expect({ table, after }).not.toEqual({ table, after: before.get(table) });
      }
    }
    expect(await exportCharacter(db, { ...wanted, serverId: null })).toEqual({
      kind: 'no_such_character',
    });
  });
});

describe('npm run export', () => {
  it('says of a secret only that it is kept (14.29)', async () => {
    const secrets = (await columns()).filter(
      ({ table, column, type }) =>
        table in CHARACTER_TABLES &&
        table !== 'gateway_inbox' &&
        (type === 'bytea' || /(^|_)(hash|secret|token|session_key|client_key)$/.test(column)),
    );
    const listed: readonly string[] = characterTables.flatMap(([table, { secret = [] }]) =>
      secret.map((column) => `${table}.${column}`),
    );
    expect(
      secrets
        .map(({ table, column }) => `${table}.${column}`)
        .filter((each) => !listed.includes(each)),
    ).toEqual([]);

    const { cid } = await wholeCharacter(pool);
    const tables = await exported(cid);
    expect(JSON.stringify(tables)).not.toMatch(/secret|argon2/);
    expect(tables['access_passwords']).toMatchObject([{ hash: 'kept, not shown' }]);
    expect(tables['sessions']).toMatchObject([{ token_hash: 'kept, not shown' }]);
  });

  it('shows gateway messages as text, mails of events, and goods that others sent (14.29)', async () => {
    const { cid, orderId, playerId } = await wholeCharacter(pool);
    const other = await wholeCharacter(pool);
    await pool.query(
      `update resends set recipient = recipient || jsonb_build_object('cid', $2::text) where order_id = $1`,
      [other.orderId, cid],
    );
    const tables = await exported(cid);
    expect(tables['gateway_inbox']).toMatchObject([
      { provider: 'payermax', body: `{"outTradeNo":"A${orderId}_1","payer":"${MARK}"}` },
    ]);
    expect(tables['outbox_mails']).toHaveLength(2);
    await pool.query(
      `insert into outbox_mails (id, kind, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
        values ('w' || $1::int8, 'reward', 'miniflix', '112', now(), now(), now(), now())`,
      [playerId],
    );
    expect((await exported(cid))['outbox_mails']).toHaveLength(3);
    expect(tables['received_from_others']).toMatchObject([
      { recipient: { cid }, state: 'delivered' },
    ]);
    // The other player's own data stays out.
    expect(JSON.stringify(tables)).not.toContain(other.orderId);
    expect(JSON.stringify(tables)).not.toContain(other.cid);
  });

  it('finds a message that waits to be applied, and one behind thousands of others (14.29)', async () => {
    const { cid, orderId } = await wholeCharacter(pool);
    await pool.query(
      `insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, next_attempt_at)
        select 'paypal', 'other-' || n, 'X', 'nothing', now(), now(), now() from generate_series(1, 4100) as n`,
    );
    await pool.query(
      `insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, next_attempt_at)
        values ('paypal', 'late', 'LATE', convert_to($1, 'UTF8'), now(), now() + interval '1 second', now()),
          ('paypal', 'waits', 'WAITS', convert_to($1, 'UTF8'), now(), null, now())`,
      [`about ${orderId}`],
    );
    const messages = (await exported(cid))['gateway_inbox'];
    expect(messages).toMatchObject([
      { event_type: 'PAYMENT' },
      { event_type: 'LATE', body: `about ${orderId}` },
      { event_type: 'WAITS' },
    ]);
  });

  it('asks for the server of an id that is used on several (14.29)', async () => {
    const { cid, playerId } = await wholeCharacter(pool);
    const { orderId } = await paidOrder(pool);
    await pool.query(
      `update players set server_id = '101', cid = $2 where id = (select player_id from orders where id = $1)`,
      [orderId, cid],
    );
    const wanted = { project: 'miniflix', cid };
    expect(await exportCharacter(db, { ...wanted, serverId: null })).toEqual({
      kind: 'several',
      servers: ['101', '112'],
    });
    const found = await exportCharacter(db, { ...wanted, serverId: '112' });
    expect(found).toMatchObject({ kind: 'done', tables: { players: [{ id: playerId }] } });
    expect(await exportCharacter(db, { project: 'cgg', cid, serverId: null })).toEqual({
      kind: 'no_such_character',
    });
  });

  it('writes a file that only its owner can read, also over an older one (14.29)', async () => {
    const { cid } = await wholeCharacter(pool);
    const file = path.join(folder, 'character.json');
    await writeFile(file, 'older', { mode: 0o644 });
    const run = (...options: string[]) =>
      promisify(execFile)(
        process.execPath,
        [path.join(import.meta.dirname, '../../operator/export.ts'), ...options],
        { env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATABASE_URL: url } },
      );
    const { stdout } = await run('--project', 'miniflix', '--cid', cid, '--out', file);
    expect(stdout).toBe('');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      project: 'miniflix',
      cid,
      tables: { players: [{ cid, name: MARK }] },
    });
    await expect(run('--project', 'miniflix', '--cid', '99999999')).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no such character in that project (and on that server).\n',
    });
  });
});
