import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneConnection, untilSomebodyWaits } from '../../../../../tests/support/lock-waits.ts';
import { blankDatabase, testDatabase } from '../../../../../tests/support/test-database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migration-files.ts';

/** Updates of a purchase that must write to no index (docs/decisions/0095). */

const { db } = await testDatabase();
const { pool } = db;
const orderId = 'o'.repeat(20);
const attemptId = `A${orderId}_1`;

beforeAll(() => sellTo(pool));

async function sellTo(shop: pg.Pool): Promise<void> {
  await shop.query(
    `insert into projects (code, game_id, seed_order, is_open, data) values ('p', '1', 1, true, '{}')`,
  );
  await shop.query(
    `with player as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('p', '1', '1', '1', 'S', 'N', 1, now()) returning id)
      insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
        recipient, returns_to_payment, redirect_url, created_at, expires_at, paid_at)
      select $1, 'p', id, 'direct', 'x', 'success', 'US', 'USD', 499, 'en', '{}', true, '', now(), now(), now() from player`,
    [orderId],
  );
  await shop.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        gateway_ref, capture_ref, captured_minor, created_at, updated_at)
      values ($1, $2, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, 'SUCCEEDED', 'T1', 'T1', 499, now(), now())`,
    [attemptId, orderId],
  );
  await shop.query(
    `insert into deliveries (id, order_id, state, at, created_at) values ('d', $1, 'queued', now(), now())`,
    [orderId],
  );
}

/** Rows of a table that a statement updated, and those among them that no index was written for. */
async function updated(table: string, sql: string, values: readonly unknown[]) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(sql, [...values]);
    const { rows } = await client.query<{ rows: number; in_place: number }>(
      `select pg_stat_get_xact_tuples_updated(t)::int4 as rows, pg_stat_get_xact_tuples_hot_updated(t)::int4 as in_place
        from (select $1::regclass::oid as t) as named`,
      [table],
    );
    return rows[0];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const given = async () =>
  (
    await pool.query<{ is_not_given: boolean }>(
      'select is_not_given from deliveries where id = $1',
      ['d'],
    )
  ).rows[0]?.is_not_given;

describe('an update in place', () => {
  it('is that of a delivered mail', async () => {
    const text = `update deliveries set state = 'delivered', mail_id = 'M', at = now() where id = $1`;
    expect(await updated('deliveries', text, ['d'])).toEqual({ rows: 1, in_place: 1 });
  });

  it('is that of a card whose payment is known', async () => {
    const text = `update payment_attempts set card_brand = 'VISA', card_masked = '411111******1111' where id = $1`;
    expect(await updated('payment_attempts', text, [attemptId])).toEqual({ rows: 1, in_place: 1 });
  });
});

it('a card is found by its last digits, also after it changed', async () => {
  for (const digits of ['1111', '2222', '1111']) {
    await pool.query(
      `update payment_attempts set card_masked = '411111******' || $2 where id = $1`,
      [attemptId, digits],
    );
  }
  const { rows } = await pool.query(
    'select c.digits, c.at = a.created_at as is_then from card_ends c join payment_attempts a on a.id = c.attempt_id order by 1',
  );
  expect(rows).toEqual([
    { digits: '1111', is_then: true },
    { digits: '2222', is_then: true },
  ]);
});

it('a card is told while its digits are stored by the migration', async () => {
  const told = await onOneConnection(db, async (query) => {
    await query(
      `insert into card_ends select '3333', created_at, id from payment_attempts where id = $1`,
      [attemptId],
    );
    const telling = pool.query(
      `update payment_attempts set card_masked = '411111******3333' where id = $1`,
      [attemptId],
    );
    await untilSomebodyWaits(db);
    await query('commit');
    return telling;
  });
  expect(told.rowCount).toBe(1);
});

it('goods that a game refused are marked, with their payment, and an unknown step changes nothing', async () => {
  await expect(
    pool.query(
      `update payment_attempts set state = 'CREATED', captured_minor = null where id = $1`,
      [attemptId],
    ),
  ).rejects.toThrow('attempt cannot go from SUCCEEDED to CREATED');
  expect(await given()).toBe(false);
  await pool.query(`update deliveries set state = 'rejected' where id = 'd'`);
  expect(await given()).toBe(true);
  const { rows } = await pool.query('select is_unearned from payment_attempts');
  expect(rows).toEqual([{ is_unearned: true }]);
  await expect(pool.query(`update deliveries set state = 'queued' where id = 'd'`)).rejects.toThrow(
    'delivery cannot go from rejected to queued',
  );
});

it('numbers of a gateway stay unique, and payments without one are in neither index', async () => {
  const another = (ref: string | null) =>
    pool.query(
      `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
          failure, gateway_ref, created_at, updated_at)
        values ('B' || coalesce($2, 'none'), $1, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, 'FAILED', 'error', $2, now(), now())`,
      [orderId, ref],
    );
  await expect(another('T1')).rejects.toThrow('one_attempt_per_number');
  await another(null);
});

describe('the migration in a shop that sells', () => {
  it('holds no payment while it waits for a purchase, and stores the digits of older cards', async () => {
    const url = await blankDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'webpay-less-log-'));
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
    const before = names.slice(
      0,
      names.findIndex((name) => name.endsWith('_less_log.sql')),
    );
    for (const name of before) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
    const quiet = (): void => undefined;
    await migrate(url, quiet, folder);
    const older = new pg.Pool({ connectionString: url });
    try {
      await sellTo(older);
      await older.query(`update payment_attempts set card_masked = '411111******4444'`);
      await onOneConnection({ pool: older }, async (query) => {
        await query('select from orders for no key update');
        const migrated = migrate(url, quiet);
        await untilSomebodyWaits({ pool: older });
        await query(`set local lock_timeout = '100ms'`);
        await query('update payment_attempts set updated_at = now()');
        await query('commit');
        expect(await migrated).toHaveLength(names.length - before.length);
      });
      const { rows } = await older.query('select digits, attempt_id from card_ends');
      expect(rows).toEqual([{ digits: '4444', attempt_id: attemptId }]);
    } finally {
      await older.end();
      await rm(folder, { recursive: true });
    }
  });
});
