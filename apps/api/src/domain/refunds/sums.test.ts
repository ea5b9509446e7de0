import { describe, expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';

const { db } = await testDatabase('seeded');
const { pool } = db;

const REFUND = `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
  values ($1, $2, $3, $4, 'USD', $5, 'operator', now(), now())`;
const DISPUTE = `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor,
    lost_minor, opened_at, updated_at, ended_at)
  values ('payermax', $1, $2, $3, 'chargeback', 'lost', 'CASE_CLOSED', 'USD', $4, $4, now(), now(), now())`;

async function sumsOf(attemptId: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select reserved_minor::int, refunded_minor::int, lost_minor::int from payment_attempts where id = $1`,
    [attemptId],
  );
  return rows[0];
}

describe('[F17] the refund sums of a payment', () => {
  it('follow refunds and disputes, and never exceed the captured amount', async () => {
    const { orderId, attemptId } = await paidOrder(pool, 1_000);
    const reserve = (id: string, minor: number, state = 'RESERVED') =>
      pool.query(REFUND, [id, orderId, attemptId, minor, state]);
    const limit = 'no_more_back_than_was_captured';
    await reserve('R1', 600);
    await expect(reserve('R2', 401)).rejects.toThrow(limit);
    await reserve('R2', 400);
    await expect(reserve('X1', 1, 'SUCCEEDED')).rejects.toThrow(limit);
    await expect(pool.query(DISPUTE, ['C1', orderId, attemptId, 1])).rejects.toThrow(limit);
    expect(await sumsOf(attemptId)).toMatchObject({ reserved_minor: 1_000, refunded_minor: 0 });

    await pool.query(`update refunds set state = 'FAILED' where id = 'R2'`);
    await pool.query(DISPUTE, ['C1', orderId, attemptId, 300]);
    await pool.query(`update refunds set state = 'SUBMITTING' where id = 'R1'`);
    await pool.query(`update refunds set state = 'SUCCEEDED' where id = 'R1'`);
    expect(await sumsOf(attemptId)).toEqual({
      reserved_minor: 0,
      refunded_minor: 600,
      lost_minor: 300,
    });
    // A released refund cannot come back without a sum left.
    const late = pool.query(`update refunds set state = 'SUCCEEDED' where id = 'R2'`);
    await expect(late).rejects.toThrow(limit);
    const change = pool.query(`update refunds set amount_minor = 1 where id = 'R1'`);
    await expect(change).rejects.toThrow('never changed');
    await expect(
      pool.query(`update refunds set state = 'RESERVED' where id = 'R1'`),
    ).rejects.toThrow('refund cannot go from SUCCEEDED to RESERVED');
  });

  it('stay within the captured amount under fifty parallel refunds', async () => {
    const { orderId, attemptId } = await paidOrder(pool, 1_000);
    const reservations = Array.from({ length: 50 }, (_, n) =>
      pool.query(REFUND, [`R${orderId}_${n}`, orderId, attemptId, 90, 'RESERVED']),
    );
    const settled = await Promise.allSettled(reservations);
    expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(11);
    expect(await sumsOf(attemptId)).toMatchObject({ reserved_minor: 990 });
  });

  it('allow one submitted refund of an order at a time', async () => {
    const { orderId, attemptId } = await paidOrder(pool, 1_000);
    await pool.query(REFUND, [`Ra${orderId}`, orderId, attemptId, 1, 'SUBMITTING']);
    await pool.query(REFUND, [`Rb${orderId}`, orderId, attemptId, 1, 'RESERVED']);
    const second = pool.query(`update refunds set state = 'SUBMITTING' where id = $1`, [
      `Rb${orderId}`,
    ]);
    await expect(second).rejects.toThrow('one_running_refund_per_order');
  });
});
