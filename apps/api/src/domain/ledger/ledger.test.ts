import { afterEach, describe, expect, it } from 'vitest';
import {
  deliver,
  endRefund,
  paidAttempt,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { asOwner, testDatabase } from '../../../../../tests/support/test-database.ts';
import { quarantinedInPeriod } from '../reconciliation/queries.ts';
import { ledgerDiscrepancies } from './queries.ts';

const { db, url } = await testDatabase('seeded');
const { pool } = db;

afterEach(async () => {
  const always = { from: new Date(0), to: new Date(Date.now() + 86_400_000) };
  expect(await db.many(ledgerDiscrepancies, always)).toEqual([]);
  expect((await pool.query('select * from ledger_discrepancies()')).rows).toEqual([]);
});

/** Entries of an order, one line each. */
async function booked(order: PaidOrder): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select format('%s: %s < %s %s', kind, debit, credit, amount_minor) as line
      from ledger_entries where order_id = $1 order by id`,
    [order.orderId],
  );
  return rows.map(({ line }) => line);
}

const CAPTURE = 'capture: gateway < owed_to_players 499';
const DELIVERED = 'delivered: owed_to_players < sales 499';

describe('[F06] the ledger', () => {
  it('books a payment as owed, and as sales once the goods are delivered', async () => {
    const order = await paidOrder(pool);
    expect(await booked(order)).toEqual([CAPTURE]);
    await deliver(pool, order);
    expect(await booked(order)).toEqual([CAPTURE, DELIVERED]);
  });

  it('books no sales for a second payment of the same order', async () => {
    const order = await paidOrder(pool);
    const second = await paidAttempt(pool, order.orderId, 2, 499);
    const id = await refundRow(pool, order, {
      amount: 499,
      reason: 'double_payment',
      attemptId: second,
    });
    await endRefund(pool, id, 'FAILED');
    await deliver(pool, order);
    expect(await booked(order)).toEqual([
      CAPTURE,
      CAPTURE,
      'refund_reserved: owed_to_players < refunds_owed 499',
      'refund_released: refunds_owed < owed_to_players 499',
      DELIVERED,
    ]);
  });

  it.each([
    'update ledger_entries set amount_minor = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
  ])('is append-only, also for its owner: %s', async (sql) => {
    await paidOrder(pool);
    await expect(asOwner(url, sql)).rejects.toThrow(/never changed/);
    await expect(pool.query(sql)).rejects.toThrow('permission denied for table ledger_entries');
  });

  it('refuses a duplicate entry, an unknown account and an impossible movement', async () => {
    const { attemptId } = await paidOrder(pool);
    const copy = (change: string) =>
      pool.query(
        `insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider,
            pay_id, order_id, attempt_id)
          select at, kind, ${change}, currency, amount_minor, project, provider, pay_id, order_id, attempt_id
          from ledger_entries where kind = 'capture' and subject = $1`,
        [attemptId],
      );
    await expect(copy('subject, debit, credit')).rejects.toThrow('one_entry_per_movement');
    await expect(copy(`'other', 'pocket', credit`)).rejects.toThrow('ledger_');
    await expect(copy(`'other', credit, debit`)).rejects.toThrow('ledger_movement');
    await expect(copy(`'other', debit, debit`)).rejects.toThrow('ledger_');
  });
});

describe('[F17] the ledger of a refund', () => {
  it.each([
    { isGiven: true, from: 'sales' },
    { isGiven: false, from: 'owed_to_players' },
  ])('reserves from $from when delivered is $isGiven, then books the refund', async (row) => {
    const order = await paidOrder(pool);
    if (row.isGiven) await deliver(pool, order);
    const id = await refundRow(pool, order, { amount: 499 });
    await endRefund(pool, id, 'SUCCEEDED');
    expect((await booked(order)).slice(row.isGiven ? 2 : 1)).toEqual([
      `refund_reserved: ${row.from} < refunds_owed 499`,
      'refund_done: refunds_owed < gateway 499',
    ]);
  });

  it('releases a failed refund, and books partial refunds one by one', async () => {
    const order = await paidOrder(pool);
    await deliver(pool, order);
    await endRefund(pool, await refundRow(pool, order, { amount: 200 }), 'FAILED');
    await endRefund(pool, await refundRow(pool, order, { amount: 199, n: 2 }), 'SUCCEEDED');
    expect((await booked(order)).slice(2)).toEqual([
      'refund_reserved: sales < refunds_owed 200',
      'refund_released: refunds_owed < sales 200',
      'refund_reserved: sales < refunds_owed 199',
      'refund_done: refunds_owed < gateway 199',
    ]);
  });

  it('releases a failed refund into sales when the goods were delivered meanwhile', async () => {
    const order = await paidOrder(pool);
    const id = await refundRow(pool, order, { amount: 499 });
    await deliver(pool, order);
    await endRefund(pool, id, 'FAILED');
    expect(await booked(order)).toEqual([
      CAPTURE,
      'refund_reserved: owed_to_players < refunds_owed 499',
      'refund_released: refunds_owed < sales 499',
    ]);
  });

  it('books a refund of the gateway’s own pages without a reservation', async () => {
    const order = await paidOrder(pool);
    await refundRow(pool, order, { amount: 99, state: 'SUCCEEDED' });
    await deliver(pool, order);
    expect(await booked(order)).toEqual([
      CAPTURE,
      'external_refund: owed_to_players < gateway 99',
      'delivered: owed_to_players < sales 400',
    ]);
  });

  it('books a failed refund that succeeded after all', async () => {
    const order = await paidOrder(pool);
    const id = await refundRow(pool, order, { amount: 499 });
    await endRefund(pool, id, 'FAILED');
    await endRefund(pool, id, 'SUCCEEDED');
    expect((await booked(order)).at(-1)).toBe('external_refund: owed_to_players < gateway 499');
  });

  it('waits for a mail that is being recorded, and reserves from its sales', async () => {
    const order = await paidOrder(pool);
    const worker = await pool.connect();
    try {
      await worker.query('begin');
      await worker.query(`update deliveries set state = 'delivered' where id = $1`, [
        order.deliveryId,
      ]);
      const reserved = refundRow(pool, order, { amount: 499 });
      await expect
        .poll(async () => {
          const { rows } = await pool.query<{ waiting: boolean }>(
            `select exists (select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock') as waiting`,
          );
          return rows[0]?.waiting;
        })
        .toBe(true);
      await worker.query('commit');
      await reserved;
    } finally {
      worker.release();
    }
    expect((await booked(order)).at(-1)).toBe('refund_reserved: sales < refunds_owed 499');
  });
});

describe('[V07] the ledger of a dispute', () => {
  /** Whether a function of the schema booked something now. */
  async function books(call: string, values: readonly unknown[]): Promise<unknown> {
    const { rows } = await pool.query<{ booked: boolean }>(`select ${call} as booked`, [...values]);
    return rows[0]?.booked;
  }
  const LOSS = 'post_chargeback_loss($1, $2, 499, now())';

  it('books its loss, its fee and its reversal once each', async () => {
    const order = await paidOrder(pool);
    await deliver(pool, order);
    const dispute = ['CASE-1', order.attemptId];
    const fee = `post_fee('case:' || $1, $2, $1, 'USD', 1500, now())`;
    const wonBack = 'post_chargeback_won_back($1, now())';
    expect(await books(LOSS, dispute)).toBe(true);
    expect(await books(LOSS, dispute)).toBe(false);
    expect(await books(fee, dispute)).toBe(true);
    expect(await books(fee, dispute)).toBe(false);
    expect(await books(wonBack, ['CASE-1'])).toBe(true);
    expect(await books(wonBack, ['CASE-1'])).toBe(false);
    expect((await booked(order)).slice(2)).toEqual([
      'chargeback_lost: chargeback_losses < gateway 499',
      'fee: gateway_fees < gateway 1500',
      'chargeback_won_back: gateway < chargeback_losses 499',
    ]);
  });

  it('books no sales after a loss before delivery', async () => {
    const order = await paidOrder(pool);
    await books(LOSS, ['CASE-2', order.attemptId]);
    await deliver(pool, order);
    expect(await booked(order)).toEqual([
      CAPTURE,
      'chargeback_lost: owed_to_players < gateway 499',
    ]);
  });
});

describe('[F06] quarantined money', () => {
  const quarantine = (attemptId: string | null, result: object, reason = 'amount_differs') =>
    pool.query<{ id: string }>(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        values ('payermax', $1, 'webhook', $2, $3, now()) returning id`,
      [attemptId, reason, JSON.stringify(result)],
    );
  const paid = { kind: 'paid', captureRef: 'T-odd', amount: 599, currency: 'USD' };

  it('is booked once per capture, and released when it is settled', async () => {
    const { orderId, attemptId } = await paidOrder(pool);
    const { rows } = await quarantine(attemptId, paid, 'gateway_number_differs');
    await quarantine(attemptId, paid, 'gateway_number_differs');
    const elsewhere = { ...paid, captureRef: 'T-other', merchantIsOurs: false };
    await quarantine(attemptId, elsewhere, 'merchant_differs');
    const held = async () => {
      const of = await pool.query<{ kind: string; amount_minor: number }>(
        `select kind, amount_minor from ledger_entries where order_id = $1 order by id`,
        [orderId],
      );
      return of.rows.slice(1).map((each) => each.kind);
    };
    expect(await held()).toEqual(['quarantined']);
    await pool.query(`update quarantine set settled_at = now() where id = $1`, [rows[0]?.id]);
    expect(await held()).toEqual(['quarantined', 'quarantine_released']);
  });

  it('is not booked beside its own capture, under any number', async () => {
    const { attemptId } = await paidOrder(pool);
    await quarantine(
      null,
      { ...paid, captureRef: `T${attemptId}`, amount: 499 },
      'unknown_attempt',
    );
    await quarantine(null, { ...paid, captureRef: `T${attemptId}x`, amount: 499 });
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const held = await db.many(quarantinedInPeriod, {
      provider: 'payermax',
      merchant: null,
      from,
      to,
    });
    const numbers = held.map(({ number }) => number).filter((each) => each.includes(attemptId));
    expect(numbers).toEqual([`T${attemptId}x`]);
  });

  it('becomes a capture when its attempt succeeds', async () => {
    const order = await paidOrder(pool);
    const early = { ...paid, captureRef: `TA${order.orderId}_2`, amount: 499 };
    await quarantine(null, { ...paid, captureRef: 'T-nobody' });
    await pool.query(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        select 'payermax', a.id, 'webhook', 'paid_before_submitted', $2, now() from payment_attempts a where a.id = $1`,
      [order.attemptId, JSON.stringify(early)],
    );
    await paidAttempt(pool, order.orderId, 2, 499);
    expect(await booked(order)).toEqual([
      CAPTURE,
      'quarantined: gateway < quarantine 499',
      'quarantine_released: quarantine < gateway 499',
      CAPTURE,
    ]);
  });
});
