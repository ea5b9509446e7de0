import { expect, test } from 'vitest';
import { createClock } from '../../platform/clock.ts';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { withinOneDay } from '../../../../../tests/support/shop-days.ts';
import { asOwner, testDatabase } from '../../../../../tests/support/test-database.ts';
import { checkLedger, readBalances } from './check-ledger.ts';
import { settlementFile } from './settlement-csv.ts';
import { settledRows } from './settlement-report.ts';

// Before any day below is known.
await withinOneDay();
const { db, url } = await testDatabase('seeded');
const { pool } = db;
const DAY_MS = 86_400_000;
const ctx = { db, clock: createClock() };
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const start = Date.now() - 4 * DAY_MS;

/** A paid order of some days ago. */
async function paidAt(ms: number) {
  const order = await paidOrder(pool);
  await asOwner(
    url,
    `alter table ledger_entries disable trigger user;
      update ledger_entries set at = to_timestamp(${ms} / 1000.0) where order_id = '${order.orderId}';
      update payment_attempts set updated_at = to_timestamp(${ms} / 1000.0) where id = '${order.attemptId}';
      alter table ledger_entries enable trigger user`,
  );
  return order;
}

/** Changes the ledger past its triggers. */
const falsify = (sql: string) =>
  asOwner(
    url,
    `alter table ledger_entries disable trigger user; ${sql}; alter table ledger_entries enable trigger user`,
  );

test('the ledger is checked by day, and a sound day only once (14.7)', async () => {
  for (const days of [0, 1, 2]) await paidAt(start + days * DAY_MS);
  const checked = async (options: { readonly from?: string; readonly limit?: number } = {}) => {
    const days: string[] = [];
    const found = await checkLedger(ctx, { ...options, onDay: (day) => days.push(day) });
    return { days, found };
  };
  const all = [4, 3, 2, 1, 0].map((days) => dayOf(start + days * DAY_MS));
  // A run that ends early, here after four days, is continued: sound days are not read again.
  expect(await checked({ limit: 4 })).toEqual({ days: all.slice(0, 4), found: [] });
  const { days } = await checked();
  expect(days.at(-1)).toBe(all[4]);
  expect(days.length).toBeLessThanOrEqual(3);
  expect((await checked({ from: all[3] ?? '' })).days).toEqual(all.slice(0, 4));
});

test('each discrepancy names its day, payment and sum until it is gone (14.7)', async () => {
  const taken = await paidAt(start + DAY_MS);
  const paid = await paidAt(start + DAY_MS);
  const refunded = await paidOrder(pool);
  const refundId = await refundRow(pool, refunded, { amount: 100 });
  await endRefund(pool, refundId, 'SUCCEEDED');
  const day = dayOf(start + DAY_MS);
  await falsify(`delete from ledger_entries where order_id = '${taken.orderId}'`);
  await falsify(
    `update ledger_entries set amount_minor = 500 where order_id = '${paid.orderId}' and kind = 'capture'`,
  );
  await falsify(
    `delete from ledger_entries where subject = '${refundId}' and kind = 'refund_reserved'`,
  );
  const today = dayOf(Date.now());
  const found = await checkLedger(ctx, { from: day });
  expect(found).toEqual(
    expect.arrayContaining([
      {
        day,
        what: 'an attempt took money that is not in the ledger',
        subject: taken.attemptId,
        currency: 'USD',
        offMinor: -499,
      },
      {
        day,
        what: 'capture amount differs from attempt',
        subject: paid.attemptId,
        currency: 'USD',
        offMinor: 1,
      },
      {
        day: today,
        what: 'refunded more than reserved',
        subject: refundId,
        currency: 'USD',
        offMinor: 100,
      },
    ]),
  );
  expect(found).toHaveLength(3);
  // A day with a discrepancy is checked again.
  expect((await checkLedger(ctx)).filter((each) => each.day === day)).toHaveLength(2);
});

test('balances are the sums of all entries, however many batches they need (14.7)', async () => {
  const { rows } = await pool.query(
    `select account, currency, sum(signed_minor)::int8 as signed_minor from ledger_lines group by 1, 2
      order by account collate "C", currency`,
  );
  expect(await readBalances({ db })).toEqual(rows);
});

test('a settlement reports the tax kept with the payments, less that of what went back (14.8)', async () => {
  const order = await paidAt(Date.parse('2025-03-01T10:00:00Z'));
  await pool.query(
    `update payment_attempts set tax_thousandths = 19000, tax_minor = 80 where id = $1`,
    [order.attemptId],
  );
  const old = await paidAt(Date.parse('2025-03-01T11:00:00Z'));
  expect(old.attemptId).not.toBe(order.attemptId);
  const period = { from: new Date('2025-03-01'), to: new Date('2025-03-03') };
  const csv = async () => settlementFile(await settledRows(db, period)).text;
  // 4.99 with 19 % has 0.80 of tax; the other payment keeps none.
  const unknown = 'miniflix,card,US,,USD,1,4.99,0,0.00,0,0.00,0.00,0.00,4.99,,1,default\n';
  const paid = 'miniflix,card,US,19,USD,1,4.99,0,0.00,0,0.00,0.00,0.00,4.99,0.80,0,default\n';
  expect(await csv()).toContain(unknown + paid);
  await refundRow(pool, order, { amount: 499 });
  await endRefund(pool, `R${order.orderId}_1`, 'SUCCEEDED');
  await falsify(
    `update ledger_entries set at = '2025-03-02T10:00:00Z' where order_id = '${order.orderId}' and kind = 'refund_done'`,
  );
  const back = 'miniflix,card,US,19,USD,1,4.99,1,4.99,0,0.00,0.00,0.00,0.00,0.00,0,default\n';
  expect(await csv()).toContain(unknown + back);
});
