import { expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { askSooner } from './queries.ts';

const { db } = await testDatabase('seeded');
const { pool } = db;

const MINUTE = 60;

/** Seconds until the gateway is asked about an attempt, after somebody looked. */
async function waitsAfterLook(attempt: {
  readonly state: string;
  readonly sentAgo: number | null;
  readonly heardAgo: number;
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
    [id, orderId, attempt.state, attempt.sentAgo, attempt.waits, attempt.heardAgo, now],
  );
  await db.run(askSooner, { orderId, realNow: now, now });
  const { rows } = await pool.query<{ waits: number }>(
    `select extract(epoch from next_query_at - $2::timestamptz)::float8 as waits from payment_attempts where id = $1`,
    [id, now],
  );
  return Math.round(rows[0]?.waits ?? NaN);
}

const bank = { state: 'REQUIRES_ACTION', sentAgo: MINUTE, heardAgo: 20, waits: 80 };

it.each([
  ['the player is back from the bank', bank, 0],
  ['it is in doubt', { ...bank, state: 'UNKNOWN' }, 0],
  ['it is worked on there', { ...bank, state: 'PROCESSING' }, 0],
  ['it was asked about a moment ago', { ...bank, heardAgo: 5 }, 80],
  ['it is about to be asked about', { ...bank, waits: 12 }, 12],
  [
    'it lasts long, and was asked about lately',
    { ...bank, sentAgo: 20 * MINUTE, heardAgo: 100, waits: 600 },
    600,
  ],
  [
    'it lasts long, and was asked about long ago',
    { ...bank, sentAgo: 20 * MINUTE, heardAgo: 240, waits: 600 },
    0,
  ],
  ['nothing was sent that may move money', { ...bank, sentAgo: null }, 80],
])('[F06] a look at an order: %s', async (_, attempt, waits) => {
  expect(await waitsAfterLook(attempt)).toBe(waits);
});
