import { expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { askSooner } from './due-queries.ts';

const { db } = await testDatabase('seeded');
const { pool } = db;

const MINUTE = 60;

/** Seconds until the next query of an attempt, after a look at its order. */
async function waitAfterLook(attempt: {
  readonly state: string;
  readonly sentAgo: number | null;
  readonly answeredAgo: number;
  readonly waits: number;
}): Promise<number> {
  const now = new Date();
  const { orderId } = await paidOrder(pool);
  const id = `A${orderId}_2`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor,
        state, requested_at, next_query_at, created_at, updated_at)
      values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, $3, $7::timestamptz - $4 * interval '1 second',
        $7::timestamptz + $5 * interval '1 second', $7, $7::timestamptz - $6 * interval '1 second')`,
    [id, orderId, attempt.state, attempt.sentAgo, attempt.waits, attempt.answeredAgo, now],
  );
  await db.run(askSooner, { orderId, realNow: now, now });
  const { rows } = await pool.query<{ waits: number }>(
    `select extract(epoch from next_query_at - $2::timestamptz)::float8 as waits from payment_attempts where id = $1`,
    [id, now],
  );
  return Math.round(rows[0]?.waits ?? NaN);
}

const bank = { state: 'REQUIRES_ACTION', sentAgo: MINUTE, answeredAgo: 20, waits: 80 };

it.each([
  ['brings the query of an attempt at the bank forward', bank, 0],
  ['brings the query of an UNKNOWN attempt forward', { ...bank, state: 'UNKNOWN' }, 0],
  ['brings the query of a PROCESSING attempt forward', { ...bank, state: 'PROCESSING' }, 0],
  ['leaves a query alone after a recent one', { ...bank, answeredAgo: 5 }, 80],
  ['leaves a query alone that is due soon', { ...bank, waits: 12 }, 12],
  [
    'leaves an old attempt alone after a recent query',
    { ...bank, sentAgo: 20 * MINUTE, answeredAgo: 100, waits: 600 },
    600,
  ],
  [
    'brings the query of an old attempt forward after a long pause',
    { ...bank, sentAgo: 20 * MINUTE, answeredAgo: 240, waits: 600 },
    0,
  ],
  ['leaves an attempt alone that was never submitted', { ...bank, sentAgo: null }, 80],
])('[F06] a look at an order %s', async (_, attempt, waits) => {
  expect(await waitAfterLook(attempt)).toBe(waits);
});
