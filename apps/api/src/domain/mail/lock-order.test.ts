import { expect, it } from 'vitest';
import { paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { recordAttempt } from './queries.ts';
import { cancelUnsent } from './unsent-queries.ts';

const { db } = await testDatabase('seeded');

it('[F06] a refund and the record of a delivery do not deadlock', async () => {
  const { orderId, deliveryId, attemptId } = await paidOrder(db.pool);
  const now = new Date();
  await db.pool.query(
    `update outbox_mails set attempts = 1, lease_until = now() + interval '15 seconds' where id = $1`,
    [deliveryId],
  );
  let refunded: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await tx.one(recordAttempt, {
      id: deliveryId,
      attempts: 1,
      state: 'delivered',
      fromState: 'queued',
      reason: null,
      nextAttemptAt: now,
      mailId: 'M1',
      now,
      realNow: now,
      isSilent: false,
      maybeGiven: false,
      isParked: false,
      why: null,
    });
    refunded = refundRow(db.pool, { orderId, deliveryId, attemptId }, { amount: 499 });
    await expect
      .poll(async () => {
        const { rows } = await db.pool.query<{ waits: boolean }>(
          `select exists (select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as waits`,
        );
        return rows[0]?.waits;
      })
      .toBe(true);
  });
  await refunded;
  await db.run(cancelUnsent, { orderId, realNow: now, now, source: 'worker', why: 'refund' });
  const { rows } = await db.pool.query(
    `select d.state, m.ended_at is not null as is_ended,
      (select e.debit from ledger_entries e where e.kind = 'refund_reserved' and e.order_id = $1) as debit
      from deliveries d join outbox_mails m using (id) where d.order_id = $1`,
    [orderId],
  );
  expect(rows).toEqual([{ state: 'delivered', is_ended: true, debit: 'sales' }]);
});
