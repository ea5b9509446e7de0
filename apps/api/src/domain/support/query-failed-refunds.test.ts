import { describe, expect, it } from 'vitest';
import {
  DONE,
  NOT_THERE,
  refundLines,
  shopBeside,
} from '../../../../../tests/support/asked-gateway.ts';
import {
  endRefund,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { approveRefund, refundOrder } from './decide-request.ts';
import { refundAgain } from './refund-again.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';

const { built, pool } = await builtShop(8);

const refundsOf = (order: PaidOrder) => refundLines(pool, order);

let filed = 2000;

/** A request about an order's money that waits for a decision. */
async function approvableRequest(orderId: string): Promise<string> {
  filed += 1;
  const id = `q${orderId.slice(1)}`;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
      select $2, player_id, id, $3, 'refund', 'x', 'open', now() from orders where id = $1`,
    [orderId, id, filed],
  );
  return id;
}

describe('[F17] a failed refund', () => {
  it.each([
    [DONE, 'refund_came_through', 'not_deliverable SUCCEEDED'],
    [{ kind: 'pending', gatewayRef: 'F1' }, 'refund_told_otherwise', 'not_deliverable FAILED'],
    [
      { kind: 'indeterminate', why: 'silence' },
      'refund_cannot_be_asked_about',
      'not_deliverable FAILED',
    ],
  ] as const)(
    'is queried when an operator refunds the order; on %j nothing is sent',
    async (result, why, state) => {
      const order = await paidOrder(pool);
      await pool.query(`update deliveries set state = 'rejected' where id = $1`, [
        order.deliveryId,
      ]);
      const refundId = await refundRow(pool, order, { amount: 499, reason: 'not_deliverable' });
      await endRefund(pool, refundId, 'FAILED');
      const asked = {
        amount: null,
        allowDelivered: false,
        allowOverpayment: false,
        because: 'asked for',
      };
      const { orderId } = order;
      const refusal = { kind: 'refused', why, refundId };
      const beside = shopBeside(built.ctx, result);
      const answers = await Promise.all(
        [1, 2, 3].map(() => refundOrder(beside, { ...asked, orderId, currency: 'USD' })),
      );
      // A refund that succeeded is reported once: later queries find no money left to pay back.
      expect(answers).toContainEqual(refusal);
      expect(answers.filter(({ kind }) => kind === 'done')).toEqual([]);
      expect(await refundsOf(order)).toEqual([state]);
      const requestId = await approvableRequest(orderId);
      if (result !== DONE) {
        expect(await approveRefund(beside, { ...asked, requestId })).toEqual(refusal);
        expect(await refundsOf(order)).toEqual([state]);
      }
    },
  );

  it('is queried before another refund of its payment is sent, also when it has a successor', async () => {
    const order = await paidOrder(pool);
    const { orderId } = order;
    const failed = async (amount: number, n: number) => {
      const refundId = await refundRow(pool, order, { amount, n });
      await endRefund(pool, refundId, 'FAILED');
      return refundId;
    };
    const silent = shopBeside(built.ctx, { kind: 'indeterminate', why: 'silence' });
    const [first, second] = [await failed(200, 1), await failed(299, 2)];
    expect(
      await refundAgain(silent, { refundId: second, allowDelivered: false, because: 'x' }),
    ).toMatchObject({
      why: 'refund_cannot_be_asked_about',
      refundId: first,
    });
    // The same sum replaces the failed refund, in its request as well.
    const requestId = await approvableRequest(orderId);
    await pool.query(
      `update resolution_requests set state = 'approved', decided_at = now(), refund_id = $2 where id = $1`,
      [requestId, second],
    );
    const asked = {
      orderId,
      currency: 'USD',
      allowDelivered: false,
      allowOverpayment: false,
      because: 'x',
    };
    const refund = (amount: number) =>
      refundOrder(shopBeside(built.ctx, NOT_THERE), { ...asked, amount });
    expect(await refund(299)).toMatchObject({ kind: 'done', refundId: `R${orderId}_3` });
    const refundOfRequest = async () => {
      const { rows } = await pool.query<{ refund_id: string }>(
        `select refund_id from resolution_requests where id = $1`,
        [requestId],
      );
      return rows[0]?.refund_id;
    };
    expect(await refundOfRequest()).toBe(`R${orderId}_3`);
    await applyRefundResult(built.ctx, second, DONE, 'query');
    expect(await refundOfRequest()).toBe(second);
    expect(await refundsOf(order)).toEqual([
      'operator FAILED',
      'operator SUCCEEDED',
      `operator FAILED for ${second}`,
    ]);
  });

  it('blocks another refund when it fails while older ones are queried', async () => {
    const order = await paidOrder(pool);
    const first = await refundRow(pool, order, { amount: 100 });
    await endRefund(pool, first, 'FAILED');
    const { orderId } = order;
    const beside = shopBeside(built.ctx, NOT_THERE);
    let other = '';
    const payermax = {
      ...beside.gateways.payermax,
      findRefund: async () => {
        if (other === '') {
          other = await refundRow(pool, order, { amount: 100, n: 2 });
          await endRefund(pool, other, 'FAILED');
        }
        return NOT_THERE;
      },
    };
    const ctx = { ...beside, gateways: { ...beside.gateways, payermax } };
    const asked = {
      orderId,
      currency: 'USD',
      allowDelivered: false,
      allowOverpayment: false,
      because: 'x',
    };
    const refund = () => refundOrder(ctx, { ...asked, amount: 100 });
    expect(await refund()).toEqual({ kind: 'refused', why: 'refund_just_failed', refundId: other });
    expect(await refund()).toMatchObject({ kind: 'done', amount: 100 });
  });
});
