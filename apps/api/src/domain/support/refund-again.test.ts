import { describe, expect, it } from 'vitest';
import type { RefundResult } from '../../gateways/port.ts';
import {
  DONE,
  NOT_THERE,
  refundLines,
  shopBeside,
} from '../../../../../tests/support/asked-gateway.ts';
import {
  deliver,
  endRefund,
  paidAttempt,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { owedPayments } from '../refunds/owed-queries.ts';
import { refundOrder } from './decide-request.ts';
import { currencyToPayBack } from './operator-queries.ts';
import { refundAgain } from './refund-again.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';

const { built, db, pool, url } = await builtShop(8);

const again = (refundId: string, result: RefundResult = NOT_THERE) =>
  refundAgain(shopBeside(built.ctx, result), {
    refundId,
    allowDelivered: false,
    because: 'the account was filled',
  });

/** An order's second payment, whose refund its gateway refused. */
async function overpayment(): Promise<{ readonly order: PaidOrder; readonly refundId: string }> {
  const order = await paidOrder(pool);
  const attemptId = await paidAttempt(pool, order.orderId, 2, 499);
  const refundId = await refundRow(pool, order, {
    amount: 499,
    reason: 'double_payment',
    attemptId,
  });
  await endRefund(pool, refundId, 'FAILED');
  return { order, refundId };
}

const refundsOf = (order: PaidOrder) => refundLines(pool, order);

describe('[F17] sending a refused refund again', () => {
  it('sends an overpayment’s refund once when twelve operators ask concurrently', async () => {
    const { order, refundId } = await overpayment();
    const answers = await Promise.all(Array.from({ length: 12 }, () => again(refundId)));
    const done = answers.filter(({ kind }) => kind === 'done');
    expect(done).toEqual([
      { kind: 'done', refundId: `R${order.orderId}_2`, amount: 499, currency: 'USD' },
    ]);
    expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(11);
    expect(await refundsOf(order)).toEqual([
      'double_payment FAILED',
      `double_payment RESERVED for ${refundId}`,
    ]);
    // The next refund, should it fail too, has its own successor.
    await endRefund(pool, `R${order.orderId}_2`, 'FAILED');
    expect(await again(refundId)).toMatchObject({ why: 'refund_sent_again_already' });
    expect(await again(`R${order.orderId}_2`)).toMatchObject({ refundId: `R${order.orderId}_3` });
  });

  it.each([
    [DONE, 'refund_came_through', 'double_payment SUCCEEDED'],
    [{ kind: 'pending', gatewayRef: 'F1' }, 'refund_told_otherwise', 'double_payment FAILED'],
    [
      { kind: 'indeterminate', why: 'silence' },
      'refund_cannot_be_asked_about',
      'double_payment FAILED',
    ],
  ] as const)(
    'queries the gateway first and sends nothing after %j',
    async (result, why, state) => {
      const { order, refundId } = await overpayment();
      expect(await again(refundId, result)).toEqual({ kind: 'refused', why, refundId });
      expect(await refundsOf(order)).toEqual([state]);
    },
  );

  it('drops the successor when the first refund succeeds after all', async () => {
    const { order, refundId } = await overpayment();
    await again(refundId);
    await applyRefundResult(built.ctx, refundId, DONE, 'query');
    expect(await refundsOf(order)).toEqual([
      'double_payment SUCCEEDED',
      `double_payment FAILED for ${refundId}`,
    ]);
    const { rows } = await pool.query(
      `select reserved_minor::int, refunded_minor::int from payment_attempts where id = $1`,
      [`A${order.orderId}_2`],
    );
    expect(rows).toEqual([{ reserved_minor: 0, refunded_minor: 499 }]);
  });

  it('refunds the rest when a part was refunded another way, and refuses succeeded and pending refunds', async () => {
    const { order, refundId } = await overpayment();
    const attemptId = `A${order.orderId}_2`;
    await pool.query(
      `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, gateway_ref, created_at, updated_at)
        values ($1, $2, $3, 99, 'USD', 'SUCCEEDED', 'external', $1, now(), now())`,
      [`X${order.orderId}`, order.orderId, attemptId],
    );
    expect(await again(refundId)).toMatchObject({ kind: 'done', amount: 400 });
    expect(await again(`X${order.orderId}`)).toMatchObject({ why: 'refund_went_back' });
    expect(await again(`R${order.orderId}_3`)).toMatchObject({ why: 'refund_on_its_way' });
    expect(await again('R0_1')).toMatchObject({ why: 'no_such_refund' });
  });

  it('refunds an overpayment before the payment that bought the goods', async () => {
    const { order, refundId } = await overpayment();
    const ask = {
      orderId: order.orderId,
      amount: null,
      currency: 'USD',
      allowDelivered: true,
      because: 'asked for',
    };
    const refund = (allowOverpayment: boolean) =>
      refundOrder(shopBeside(built.ctx, NOT_THERE), { ...ask, allowOverpayment });
    const refusal = { kind: 'refused', why: 'surplus_refused', refundId };
    expect(await refund(false)).toEqual(refusal);
    // Goods rejected as well: each payment has its own refund.
    await pool.query(`update deliveries set state = 'rejected' where id = $1`, [order.deliveryId]);
    const back = { amount: 499, reason: 'not_deliverable', n: 2 } as const;
    const goods = await refundRow(pool, order, back);
    await endRefund(pool, goods, 'FAILED');
    const owed = async () =>
      (await built.ctx.db.many(owedPayments))
        .filter((each) => each.order_id === order.orderId)
        .map((each) => `${each.why} ${each.owed_minor} ${each.refused}`)
        .toSorted();
    expect(await owed()).toEqual([`came_too_much 499 ${refundId}`, `goods_rejected 499 ${goods}`]);
    expect(await refund(false)).toEqual(refusal);
    expect(await again(refundId)).toMatchObject({ kind: 'done', amount: 499 });
    expect(await owed()).toEqual([`goods_rejected 499 ${goods}`]);
    expect(await again(goods)).toMatchObject({ kind: 'done', amount: 499 });
    expect(await owed()).toEqual([]);
    const { rows } = await pool.query(
      `select owed_of_attempt($1, id)::int as left_over from payment_attempts where order_id = $1`,
      [order.orderId],
    );
    expect(rows).toEqual([{ left_over: 0 }, { left_over: 0 }]);
  });

  it('names the refused refund of a late payment when an operator refunds the order', async () => {
    const order = await paidOrder(pool);
    await asOwner(url, `delete from deliveries where id = '${order.deliveryId}'`);
    // The order was priced for another country later.
    await pool.query(
      `update orders set state = 'timeout', country = 'JP', currency = 'JPY', total_minor = 750 where id = $1`,
      [order.orderId],
    );
    const refundId = await refundRow(pool, order, { amount: 499, reason: 'double_payment' });
    const asked = { orderId: order.orderId, allowDelivered: false, because: 'asked for' };
    const refund = (amount: number | null = null, currency = 'USD') =>
      refundOrder(shopBeside(built.ctx, NOT_THERE), {
        ...asked,
        amount,
        currency,
        allowOverpayment: false,
      });
    // The refund is pending: nothing else was paid.
    expect(await refund()).toEqual({ kind: 'refused', why: 'nothing_was_paid' });
    await endRefund(pool, refundId, 'FAILED');
    expect(await refund()).toEqual({ kind: 'refused', why: 'surplus_refused', refundId });
    // Released for a won dispute: the refund needs no query and the money is refunded as an
    // overpayment.
    await pool.query(`update refunds set failure = 'lost_to_a_case' where id = $1`, [refundId]);
    // A sum is in the payment's currency, not its order's.
    const { currency } = await db.one(currencyToPayBack, {
      orderId: order.orderId,
      allowOverpayment: false,
    });
    expect(currency).toBe('USD');
    expect(await refund(50, 'JPY')).toEqual({ kind: 'refused', why: 'not_a_sum' });
    expect(await refund(499, currency)).toMatchObject({ kind: 'done', amount: 499, currency });
    expect(await refundsOf(order)).toEqual(['double_payment FAILED', 'double_payment RESERVED']);
  });

  it('keeps an operator’s reason, and needs permission when the goods were delivered', async () => {
    const order = await paidOrder(pool);
    const refundId = await refundRow(pool, order, { amount: 200 });
    await endRefund(pool, refundId, 'FAILED');
    await pool.query(`update deliveries set state = 'delivered' where id = $1`, [order.deliveryId]);
    expect(await again(refundId)).toEqual({ kind: 'refused', why: 'goods_were_given' });
    const asked = { refundId, allowDelivered: true, because: 'asked for' };
    expect(await refundAgain(shopBeside(built.ctx, NOT_THERE), asked)).toMatchObject({
      amount: 200,
    });
    expect(await refundsOf(order)).toEqual([
      'operator FAILED',
      `operator RESERVED for ${refundId}`,
    ]);
  });

  it('lists all money that bought nothing as owed, equal to the ledger to the cent', async () => {
    // Refused and then refunded in part: the rest is on no refund's list.
    const order = await paidOrder(pool);
    await pool.query(`update deliveries set state = 'rejected' where id = $1`, [order.deliveryId]);
    await endRefund(
      pool,
      await refundRow(pool, order, { amount: 499, reason: 'not_deliverable' }),
      'FAILED',
    );
    await endRefund(pool, await refundRow(pool, order, { amount: 200, n: 2 }), 'SUCCEEDED');
    // Delivered for another payment than the overpayment, and money whose delivery is pending.
    await deliver(pool, (await overpayment()).order);
    await paidOrder(pool);
    const listed = await built.ctx.db.many(owedPayments);
    const { rows } = await pool.query(
      `select a.id, owed_of_attempt(a.order_id, a.id)::int as owed_minor from payment_attempts a
        where owed_of_attempt(a.order_id, a.id) > 0 and (not exists (
            select from deliveries d where d.order_id = a.order_id and d.state in ('queued', 'retrying'))
          or exists (select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment'))
        order by a.id`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows).toContainEqual({ id: order.attemptId, owed_minor: 299 });
    expect(
      listed
        .map(({ id, owed_minor }) => ({ id, owed_minor }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual(rows);
  });
});
