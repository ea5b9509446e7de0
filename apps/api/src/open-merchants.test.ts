import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paidOrder } from '../../../tests/support/paid-order.ts';
import { withSecond } from '../../../tests/support/second-merchant.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { readConfig } from './config/config.ts';
import { openMerchants } from './open-merchants.ts';
import {
  appliedRows,
  MIGRATIONS,
  pendingOf,
  readMigrations,
} from './platform/db/migration-files.ts';

const { db, url } = await testDatabase('seeded');
const config = readConfig({ WEBPAY_MODE: 'sandbox' });
const ours = withSecond(config, ['cgg']);

/** A connection as the worker of release 0.2.0 names it. */
const older = new pg.Client({ connectionString: url, application_name: 'webpay-worker' });
const person = new pg.Client({ connectionString: url, application_name: 'psql' });
const foreign = new pg.Client({ connectionString: url, application_name: 'webpay-reports' });
const { attemptId } = await paidOrder(db.pool);

beforeAll(async () => {
  await older.connect();
  await person.connect();
  await foreign.connect();
});
afterAll(() => Promise.all([older.end(), person.end(), foreign.end()]));

/** Statements of release 0.2.0 about payments, as it sends them. */
const OLDER: readonly [about: string, text: string, values: readonly unknown[]][] = [
  ['attempts', `update payment_attempts set queries = queries + 1 where id = $1`, [attemptId]],
  ['attempts at rest', `update payment_attempts set queries = 1 where id = $1`, ['none']],
  ['refunds', `update refunds set next_attempt_at = now() where attempt_id = $1`, [attemptId]],
  ['late queries', `update late_queries set due_at = now() where attempt_id = $1`, [attemptId]],
  ['cards', `delete from saved_cards where attempt_id = $1`, [attemptId]],
  [
    'days',
    `insert into reconciliations (day, provider, lease_until) select '2026-01-01', $1, now() where false`,
    ['paypal'],
  ],
  ['ended days', `update reconciliations set finished_at = now() where provider = $1`, ['none']],
  [
    'differences',
    `update reconciliation_differences set settled_at = now() where provider = $1`,
    ['none'],
  ],
];
/** A webhook's message, as release 0.2.0 stores it, with the card of a payment that succeeded. */
const KEEP = `with stored as (
    insert into gateway_inbox (provider, event_key, event_type, body, received_at, next_attempt_at)
    values ('paypal', $1, 'X', '', now(), now())
    on conflict on constraint one_row_per_gateway_event do update set body = excluded.body, applied_at = null, outcome = null, attempts = 0
      where gateway_inbox.outcome = 'quarantine'
    returning id
  ), card as (
    update payment_attempts set card_brand = 'VISA', card_masked = '4111****1111' where id = $2 and exists (select from stored)
  )
  select count(*)::int as kept from stored`;
const REFUSED = /^webpay-worker is of a release that knows no merchants/;

describe('an older process beside MERCHANTS_FILE', () => {
  it('works on while no project has a merchant', async () => {
    await openMerchants(withSecond(config, []), db);
    for (const [, text, values] of OLDER) await older.query(text, [...values]);
    const { rows } = await db.pool.query(`select from settings where key = 'merchants_since'`);
    expect(rows).toEqual([]);
  });

  it('keeps a new one from starting, which names it', async () => {
    await expect(openMerchants(ours, db)).rejects.toThrow(
      'while processes of an older release are connected (webpay-worker)',
    );
    await older.query(`set application_name = 'webpay-worker/1'`);
    await openMerchants(ours, db);
    await openMerchants(ours, db);
    await older.query(`set application_name = 'webpay-worker'`);
  });

  it.each(OLDER)('changes nothing from then on: %s', async (_, text, values) => {
    await expect(older.query(text, [...values])).rejects.toThrow(REFUSED);
    await expect(person.query(text, [...values])).resolves.toMatchObject({ rows: [] });
    await expect(db.pool.query(text, [...values])).resolves.toMatchObject({ rows: [] });
  });

  it('keeps a message that arrives, also again after quarantine, and applies none', async () => {
    const keep = async () => (await older.query<{ kept: number }>(KEEP, ['late', attemptId])).rows;
    expect([await keep(), await keep()]).toEqual([[{ kept: 1 }], [{ kept: 0 }]]);
    const settle = `update gateway_inbox set outcome = 'quarantine', applied_at = now() where event_key = 'late'`;
    await expect(older.query(settle)).rejects.toThrow(REFUSED);
    await db.pool.query(settle);
    expect(await keep()).toEqual([{ kept: 1 }]);
    const take = `update gateway_inbox set attempts = attempts + 1 where event_key = 'late'`;
    await expect(older.query(take)).rejects.toThrow(REFUSED);
  });

  it('is refused every other value of an attempt', async () => {
    const { rows } = await db.pool.query(
      `select attname as name from pg_attribute where attrelid = 'payment_attempts'::regclass and attnum > 0 and attnum <> all (
        select unnest(tgattr) from pg_trigger where tgname = 'attempts_of_known_accounts') order by 1`,
    );
    expect(rows.map(({ name }) => String(name))).toEqual(['card_brand', 'card_masked']);
  });

  it('makes no payment of a project that has moved, and does not start', async () => {
    const copy = `insert into payment_attempts select * from payment_attempts where false`;
    await expect(older.query(copy)).rejects.toThrow(REFUSED);
    const files = await readMigrations(MIGRATIONS);
    const own = files.findIndex(({ name }) => name.endsWith('_merchants_apart'));
    const applied = await appliedRows(db.pool);
    expect(() => pendingOf(files.slice(0, own), applied)).toThrow('is newer than this code');
    expect(pendingOf(files, applied)).toEqual([]);
  });
});
