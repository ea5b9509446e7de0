import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundUpdate } from '../../gateways/port.ts';
import { applyRefundResult } from './apply-refund-result.ts';
import { findPaidAttempt, misfit, type UpdateOutcome } from './find-paid-attempt.ts';
import { finishOrder } from './finish-order.ts';
import { moveTo } from './transition-refund.ts';
import { pushRefund, queryRefund } from './push-refund.ts';
import { reserve, sumsOf } from './reserve.ts';
import { leftOf } from './rules.ts';
import {
  adoptRefund,
  findRefund,
  hasRunningRefund,
  lockPaidAttempt,
  neverSent,
  type PaidAttempt,
  type RefundReason,
} from './queries.ts';

/**
 * A gateway tells of a refund. Ours is found by our number, or by the gateway's; one that somebody
 * made in the gateway's own pages is adopted, because the money is gone either way.
 */
export async function applyRefundUpdate(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  news: RefundUpdate,
): Promise<UpdateOutcome> {
  if (!news.merchantIsOurs) return misfit('merchant_differs', null);
  const ours = await ctx.db.maybe(findRefund, {
    provider,
    refundId: news.refundId,
    gatewayRef: news.gatewayRef,
  });
  if (ours === null) return adopt(ctx, provider, news);
  if (news.attemptId !== null && news.attemptId !== ours.attempt_id) {
    return misfit('gateway_number_differs', ours.attempt_id);
  }
  if (news.amount !== ours.amount_minor) return misfit('amount_differs', ours.attempt_id);
  if (news.currency !== ours.currency) return misfit('currency_differs', ours.attempt_id);
  const { effect, refund } = await applyRefundResult(ctx, ours.id, news.word, 'webhook');
  if (effect === 'quarantine') return { kind: 'applied', outcome: 'quarantine' };
  if (effect === 'ask') {
    if (refund.state === 'FAILED') await queryRefund(ctx, refund);
    else await pushRefund(ctx, refund.id);
  }
  return { kind: 'applied', outcome: `refund:${effect}` };
}

async function adopt(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  news: RefundUpdate,
): Promise<UpdateOutcome> {
  const { word, gatewayRef } = news;
  if (word.kind === 'pending' || word.kind === 'failed') {
    return { kind: 'applied', outcome: `external:${word.kind}` };
  }
  if (word.kind !== 'succeeded' || gatewayRef === null)
    return misfit('refund_not_understood', null);
  const found = await findPaidAttempt(ctx, provider, news);
  if (found.kind !== 'found') return found.end;
  return ctx.db.transaction(async (tx) => {
    const paid = await tx.one(lockPaidAttempt, { attemptId: found.attemptId });
    if (news.currency !== paid.currency) return misfit('currency_differs', paid.id);
    const { amount } = news;
    if (amount === null || amount <= 0) return misfit('amount_differs', paid.id);
    // Two of these at once: the second one finds the first's row.
    if ((await tx.maybe(findRefund, { provider, refundId: null, gatewayRef })) !== null) {
      return { kind: 'applied', outcome: 'refund:keep' };
    }
    const promised = await makeRoom(ctx, tx, paid, amount);
    if (promised === null) {
      const { is_so: isRunning } = await tx.one(hasRunningRefund, { attemptId: paid.id });
      return isRunning ? { kind: 'later' } : misfit('refund_beyond_captured', paid.id);
    }
    await tx.run(adoptRefund, {
      orderId: paid.order_id,
      attemptId: paid.id,
      amountMinor: amount,
      currency: paid.currency,
      now: ctx.clock.now(),
      provider,
      gatewayRef,
    });
    if (promised.rest > 0) {
      const again = await tx.one(lockPaidAttempt, { attemptId: paid.id });
      const { rest, reason } = promised;
      await reserve(ctx, tx, again, { amount: rest, reason, source: 'webhook' });
    }
    await finishOrder(ctx, tx, { attempt_id: paid.id, reason: 'external' }, 'webhook');
    return { kind: 'applied', outcome: 'refund:adopted' };
  });
}

type Promised = { readonly rest: number; readonly reason: RefundReason };

/**
 * Lets go what was reserved and never sent, until the sum fits; null when it never does. `rest`:
 * what was promised by it and has not gone back by the other way.
 */
async function makeRoom(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  amount: number,
): Promise<Promised | null> {
  const reserved = await tx.many(neverSent, { attemptId: paid.id });
  let left = leftOf(sumsOf(paid));
  const room = left + reserved.reduce((sum, each) => sum + each.amount_minor, 0);
  if (room < amount) return null;
  let reason: RefundReason = 'operator';
  let rest = 0;
  for (const each of reserved) {
    if (left >= amount) break;
    const refund = { id: each.id, order_id: paid.order_id, state: 'RESERVED' as const };
    await moveTo(ctx, tx, refund, 'FAILED', { source: 'webhook', failure: 'paid_back_elsewhere' });
    left += each.amount_minor;
    rest = left - amount;
    reason = each.reason;
  }
  return { rest: Math.max(0, rest), reason };
}
