import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase, blankDatabase } from '../../../../../tests/support/test-database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { MIGRATIONS } from '../../platform/db/migration-files.ts';
import { encodeValues } from '../../platform/db/statement.ts';
import { ordersOfPlayer } from './view-queries.ts';

const PLAYERS = `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
  select 'p', '1', n::text, '1', 'S', 'N', 1, now() from generate_series(1, 40) as n`;
const PROJECT = `insert into projects (code, game_id, seed_order, is_open, data) values ('p', '1', 1, true, '{}')`;
/** `$1`: the order; `$2`: its age in minutes. */
const ORDER = `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
    recipient, returns_to_payment, redirect_url, created_at, expires_at)
  select $1, 'p', min(id), 'direct', 'x', 'open', 'US', 'USD', 499, 'en', '{}', true, '',
    now() - $2 * interval '1 minute', now() from players`;
const ATTEMPT = `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor,
    state, submitted_at, created_at, updated_at)
  values ('A' || $1 || '_1', $1, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, $2, $3, now(), now())`;

const ADDED = '0015_tried_orders.sql';

const idOf = (letter: string) => letter.repeat(20);

async function filled(pool: pg.Pool): Promise<pg.Pool> {
  await pool.query(PROJECT);
  await pool.query(PLAYERS);
  return pool;
}

const { db } = await testDatabase();
const pool = await filled(db.pool);

const order = async (letter: string, from = pool) => {
  await from.query(ORDER, [idOf(letter), letter.charCodeAt(0)]);
  return idOf(letter);
};
const attempt = (id: string, state: string, submittedAt: Date | null, from = pool) =>
  from.query(ATTEMPT, [id, state, submittedAt]);
const triedOf = async (id: string, from = pool) => {
  const { rows } = await from.query<{ is_tried: boolean | null }>(
    'select is_tried from orders where id = $1',
    [id],
  );
  return rows[0]?.is_tried;
};

describe('[F19] an order is tried', () => {
  it('once an attempt was submitted, before any answer of the gateway', async () => {
    const id = await order('a');
    expect(await triedOf(id)).toBe(false);
    await attempt(id, 'CREATED', null);
    expect(await triedOf(id)).toBe(false);
    await pool.query(
      `update payment_attempts set state = 'SUBMITTING', submitted_at = now() where order_id = $1`,
      [id],
    );
    expect(await triedOf(id)).toBe(true);
  });

  it('not by an attempt that ends without being submitted', async () => {
    const id = await order('b');
    await attempt(id, 'CREATED', null);
    await pool.query(
      `update payment_attempts set state = 'FAILED', failure = 'cancelled' where order_id = $1`,
      [id],
    );
    expect(await triedOf(id)).toBe(false);
  });

  it('by an attempt that is stored with its money', async () => {
    const id = await order('c');
    await pool.query(
      `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
          captured_minor, created_at, updated_at)
        values ('A' || $1 || '_1', $1, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, 'SUCCEEDED', 499, now(), now())`,
      [id],
    );
    expect(await triedOf(id)).toBe(true);
  });
});

it('[F19] an upgrade looks at older orders, and meanwhile lists them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-tried-orders-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(MIGRATIONS)).filter((name) => name < '0015');
  for (const name of names) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  const url = await blankDatabase();
  const quiet = (): void => undefined;
  await migrate(url, quiet, folder);
  const older = await filled(new pg.Pool({ connectionString: url }));
  onTestFinished(() => older.end());
  const untried = await order('a', older);
  await attempt(untried, 'CREATED', null, older);
  const declined = await order('b', older);
  await attempt(declined, 'SUBMITTING', new Date(), older);
  const bare = await order('c', older);
  await cp(path.join(MIGRATIONS, ADDED), path.join(folder, ADDED));
  await migrate(url, quiet, folder);
  const tried = await Promise.all([untried, declined, bare].map((id) => triedOf(id, older)));
  expect(tried).toEqual([false, true, false]);
  const shownOf = async () => {
    const { rows } = await older.query<{ id: string }>(
      'select id from orders where is_tried is not false order by id',
    );
    return rows.map(({ id }) => id);
  };
  expect(await shownOf()).toEqual([declined]);
  await older.query('update orders set is_tried = null where id = $1', [bare]);
  expect(await shownOf()).toEqual([declined, bare]);
});

it('[F19] the list of a player reads only orders that were tried, in the index of the list', async () => {
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang, recipient,
        returns_to_payment, redirect_url, created_at, expires_at, is_tried)
      select lpad(n::text, 20, '0'), 'p', p.id, 'direct', 'x', 'open', 'US', 'USD', 499, 'en', '{}', true, '',
        now() - n * interval '1 minute', now(), n % 50 = 0
      from generate_series(1, 20000) as n join players p on p.cid = (n % 40 + 1)::text`,
  );
  await client.query('analyze orders');
  const values = { playerId: 1, beforeAt: null, beforeId: null, limit: 20 };
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain ${ordersOfPlayer.text}`,
    encodeValues(ordersOfPlayer.params, values),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan (?:using|on) orders_shown_to_player/);
  expect(plan).not.toContain('Seq Scan on orders');
});
