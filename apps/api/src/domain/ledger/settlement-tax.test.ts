import { expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { taxIncluded } from '../projects/project-data.ts';
import { settlementFile } from './settlement-csv.ts';
import { settledRows } from './settlement-report.ts';

const DAY_MS = 86_400_000;
const { db } = await testDatabase('seeded');

/** The columns `net` and `tax` of the days from `first` to before `end`, counted from today. */
async function netAndTax(first: number, end: number): Promise<string> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const period = { from: new Date(today + first * DAY_MS), to: new Date(today + end * DAY_MS) };
  const [, line = ''] = settlementFile(await settledRows(db, period)).text.split('\n');
  return line.split(',').slice(13, 15).join(' ');
}

it('[F06] the tax of parts that go back adds up to the receipt’s, on each day and over days', async () => {
  const order = await paidOrder(db.pool, 99);
  await db.pool.query(`update payment_attempts set tax_thousandths = 19000 where id = $1`, [
    order.attemptId,
  ]);
  const giveBack = (n: number, day: number) =>
    db.pool.query(
      `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
        select 'R' || $1 || '_' || $3::text, $1, $2, 33, 'USD', 'SUCCEEDED', 'operator', now(), now() + $4::int4 * interval '1 day'`,
      [order.orderId, order.attemptId, n, day],
    );
  expect(taxIncluded(99, 19)).toBe(16);
  expect(await netAndTax(-1, 2)).toBe('0.99 0.16');
  await giveBack(1, 2);
  await giveBack(2, 2);
  expect(taxIncluded(33, 19)).toBe(5);
  expect(await netAndTax(-1, 4)).toBe('0.33 0.05');
  await giveBack(3, 6);
  expect(await netAndTax(-1, 8)).toBe('0.00 0.00');
  // The days that were settled before keep their sums.
  expect(await netAndTax(-1, 4)).toBe('0.33 0.05');
});
