import { describe, expect, it } from 'vitest';
import { shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import {
  deliver,
  endRefund,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { gameTestOf } from '../../../../../tests/support/silent-game.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { queryFailedRefunds } from '../support/query-failed-refunds.ts';
import { applyDisputeUpdate } from './apply-dispute-update.ts';

const { built, pool } = await builtShop(4);
const { bought, factsOf } = gameTestOf(built, pool);

const tell = (order: PaidOrder, state: 'open' | 'lost') => {
  const told: DisputeUpdate = {
    kind: 'case',
    caseId: `C${order.orderId}`,
    disputeKind: 'chargeback',
    state,
    stage: 'CASE_CLOSED',
    outcome: state === 'lost' ? 'FAIL' : null,
    reasonCode: null,
    answerBy: null,
    payments: [{ attemptId: order.attemptId, captureRef: null }],
    amount: 499,
    currency: 'USD',
    fee: 0,
    merchantIsOurs: true,
  };
  return applyDisputeUpdate(built.ctx, { provider: 'payermax', merchant: null }, told);
};

/** A delivered order with a reserved refund; `sent`: its gateway did not know the first request. */
async function reserved(amount: number, sent: boolean) {
  const order = await bought();
  await deliver(pool, order);
  const refundId = await refundRow(pool, order, { amount });
  if (sent) {
    await pool.query(
      `update refunds set state = 'SUBMITTING', requested_at = now() where id = $1`,
      [refundId],
    );
    await applyRefundResult(built.ctx, refundId, { kind: 'not_found' }, 'answer');
  }
  return { order, refundId };
}

/** Movements of the books after the delivery, and quarantined results. */
async function booked(order: PaidOrder) {
  const { books } = (await factsOf(order)) ?? {};
  const { rows } = await pool.query<{ reason: string }>(
    `select reason from quarantine where attempt_id = $1`,
    [order.attemptId],
  );
  const kinds = [books].flat().map((line) => String(line).replace(/ .* /, ' '));
  return [...kinds.slice(1), ...rows.map(({ reason }) => reason)];
}

describe('[V07] [F17] a payment lost beside a reserved refund', () => {
  it('waits for a refund that is sent again, and books the whole loss after its refusal', async () => {
    const { order, refundId } = await reserved(499, true);
    expect(await tell(order, 'lost')).toEqual({ kind: 'later' });
    expect(await booked(order)).toEqual(['refund_reserved 499']);
    await endRefund(pool, refundId, 'FAILED');
    expect(await tell(order, 'lost')).toMatchObject({ kind: 'applied' });
    expect(await booked(order)).toEqual([
      'refund_reserved 499',
      'refund_released 499',
      'chargeback_lost 499',
    ]);
  });

  it.each([
    ['was never sent, of the whole sum', 499, false],
    ['was never sent, of a part', 200, false],
    ['the open dispute keeps from being sent again', 200, true],
  ])('releases a refund that %s, and books the whole loss', async (_, amount, sent) => {
    const { order, refundId } = await reserved(amount, sent);
    await tell(order, 'open');
    expect(await tell(order, 'lost')).toMatchObject({ kind: 'applied', outcome: 'case:end' });
    expect(await booked(order)).toEqual([
      `refund_reserved ${amount}`,
      `refund_released ${amount}`,
      'chargeback_lost 499',
    ]);
    const { rows } = await pool.query(`select state, failure from refunds where id = $1`, [
      refundId,
    ]);
    expect(rows).toEqual([{ state: 'FAILED', failure: 'lost_to_a_case' }]);
    // Before another refund, the gateway is queried about one that it may have paid.
    const silent = shopBeside(built.ctx, { kind: 'indeterminate', why: 'silence' });
    const why = 'refund_cannot_be_asked_about';
    expect(await queryFailedRefunds(silent, order.attemptId)).toMatchObject(
      sent ? { kind: 'refused', why, refundId } : { kind: 'queried' },
    );
  });

  it('keeps a released refund that moved after all for an operator', async () => {
    const { order, refundId } = await reserved(200, true);
    await tell(order, 'open');
    await tell(order, 'lost');
    const done = { kind: 'succeeded', gatewayRef: 'F1' } as const;
    await applyRefundResult(built.ctx, refundId, done, 'query');
    expect(await booked(order)).toContain('refund_succeeded_does_not_fit');
  });
});
