import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { onOneConnection, untilSomebodyWaits } from '../../../../../tests/support/lock-waits.ts';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { lockPaidAttempt, lockRefund } from './lock-rows.ts';

const { built, db, pool } = await builtShop(4);

const OPEN_DISPUTE = `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency,
    claimed_minor, opened_at, updated_at)
  values ('payermax', 'C' || $1, $1, $2, 'chargeback', 'open', 'NEW', 'USD', 499, now(), now())`;

describe('a refund that waited for its order', () => {
  it('sees the dispute that was opened while it waited (14.8)', async () => {
    const { orderId, attemptId } = await paidOrder(pool);
    const locked = await onOneConnection(db, async (query) => {
      await query('select from orders where id = $1 for no key update', [orderId]);
      const waiting = built.ctx.db.transaction((tx) => lockPaidAttempt(tx, attemptId));
      await untilSomebodyWaits(db);
      await query(OPEN_DISPUTE, [orderId, attemptId]);
      await query('commit');
      return waiting;
    });
    expect(locked.has_open_dispute).toBe(true);
  });

  it('sees the sums and the running refund of a refund that was sent while it waited (14.8)', async () => {
    const order = await paidOrder(pool);
    const refundId = await refundRow(pool, order, { amount: 100 });
    const locked = await onOneConnection(db, async (query) => {
      await query('select from orders where id = $1 for no key update', [order.orderId]);
      const waiting = built.ctx.db.transaction((tx) => lockRefund(tx, refundId));
      await untilSomebodyWaits(db);
      await query(
        `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
          values ($1, $2, $3, 300, 'USD', 'SUBMITTING', 'operator', now(), now())`,
        [`R${order.orderId}_2`, order.orderId, order.attemptId],
      );
      await query('commit');
      return waiting;
    });
    expect(locked).toMatchObject({ waits_for_another: true, reserved: 400 });
    await endRefund(pool, `R${order.orderId}_2`, 'FAILED');
  });
});

describe('a transaction that holds an order', () => {
  it('does not stop the history of its mail, whose row it needs next (14.8)', async () => {
    const { orderId, attemptId, deliveryId } = await paidOrder(pool);
    // As recordAttempt: first the mail, then its history, which refers to the order.
    await onOneConnection(db, async (record) => {
      await record(`set local lock_timeout = '3s'`);
      await record('select from outbox_mails where id = $1 for update', [deliveryId]);
      const refunding = built.ctx.db.transaction(async (tx) => {
        await lockPaidAttempt(tx, attemptId);
        await record(
          `insert into order_events (order_id, at, source, event) values ($1, now(), 'worker', 'mail_delivered')`,
          [orderId],
        );
        await record('commit');
      });
      await expect(refunding).resolves.toBeUndefined();
    });
  });
});
