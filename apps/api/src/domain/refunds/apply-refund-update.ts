import type { Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundUpdate } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { isBeingSent, presumeGiven } from '../mail/doubt-queries.ts';
import { lockPlayer } from '../orders/queries.ts';
import { flagPlayer } from '../players/queries.ts';
import { applyRefundResult } from './apply-refund-result.ts';
import { findPaidAttempt, mismatch, type UpdateOutcome } from './find-paid-attempt.ts';
import { finishOrder } from './finish-order.ts';
import { writeRefundTransition } from './transition-refund.ts';
import { pushRefund, queryRefund } from './push-refund.ts';
import { reserve } from './reserve.ts';
import { isAllBack, leftOf } from './rules.ts';
import {
  adoptRefund,
  findRefund,
  hasRunningRefund,
  unsentRefunds,
  type RefundReason,
} from './queries.ts';
import type { PaidAttempt } from './lock-queries.ts';
import { lockPaidAttempt } from './lock-rows.ts';

/**
 * Applies a gateway's refund message to our refund with that number. A refund made in the gateway's
 * own pages is adopted, because its money is gone.
 */
export async function applyRefundUpdate(
  ctx: Ctx,
  account: Account,
  update: RefundUpdate,
): Promise<UpdateOutcome> {
  if (!update.merchantIsOurs) return mismatch('merchant_differs', null);
  const { provider, merchant } = account;
  const ours = await ctx.db.maybe(findRefund, {
    provider,
    refundId: update.refundId,
    gatewayRef: update.gatewayRef,
  });
  if (ours === null) return adopt(ctx, account, update);
  if (ours.merchant !== merchant) return mismatch('merchant_differs', ours.attempt_id);
  if (update.attemptId !== null && update.attemptId !== ours.merchant_number) {
    return mismatch('gateway_number_differs', ours.attempt_id);
  }
  if (update.amount !== ours.amount_minor) return mismatch('amount_differs', ours.attempt_id);
  if (update.currency !== ours.currency) return mismatch('currency_differs', ours.attempt_id);
  const { effect, refund } = await applyRefundResult(ctx, ours.id, update.result, 'webhook');
  if (effect === 'quarantine') return { kind: 'applied', outcome: 'quarantine' };
  if (effect === 'ask') {
    if (refund.state === 'FAILED') await queryRefund(ctx, refund);
    else await pushRefund(ctx, refund.id);
  }
  return { kind: 'applied', outcome: `refund:${effect}` };
}

async function adopt(ctx: Ctx, account: Account, update: RefundUpdate): Promise<UpdateOutcome> {
  const { provider } = account;
  const { result, gatewayRef } = update;
  if (result.kind === 'pending' || result.kind === 'failed') {
    return { kind: 'applied', outcome: `external:${result.kind}` };
  }
  if (result.kind !== 'succeeded' || gatewayRef === null)
    return mismatch('refund_not_understood', null);
  const found = await findPaidAttempt(ctx, account, update);
  if ('kind' in found) return found;
  return ctx.db.transaction(async (tx) => {
    // Locks the player first, as new orders do: goods perhaps given flag the player.
    await tx.one(lockPlayer, { playerId: found.player_id });
    const paid = await lockPaidAttempt(tx, found.id);
    if (update.currency !== paid.currency) return mismatch('currency_differs', paid.id);
    const { amount } = update;
    if (amount === null || amount <= 0) return mismatch('amount_differs', paid.id);
    // A parallel message has adopted this refund.
    if ((await tx.maybe(findRefund, { provider, refundId: null, gatewayRef })) !== null) {
      return { kind: 'applied', outcome: 'refund:keep' };
    }
    const isEnd = endsOrder(paid, amount);
    const sending = { orderId: paid.order_id, realNow: ctx.clock.real() };
    if (isEnd && (await tx.one(isBeingSent, sending)).is_so) return { kind: 'later' };
    const released = await releaseForRefund(ctx, tx, paid, amount);
    if (released === null) {
      const { is_so: isRunning } = await tx.one(hasRunningRefund, { attemptId: paid.id });
      return isRunning ? { kind: 'later' } : mismatch('refund_beyond_captured', paid.id);
    }
    if (isEnd) await keepGivenGoods(ctx, tx, paid.order_id);
    const { id } = await tx.one(adoptRefund, {
      orderId: paid.order_id,
      attemptId: paid.id,
      amountMinor: amount,
      currency: paid.currency,
      now: ctx.clock.now(),
      provider,
      gatewayRef,
    });
    if (released.amount > 0) {
      const again = await lockPaidAttempt(tx, paid.id);
      const rest = await reserve(ctx, tx, again, { ...released, source: 'webhook' });
      if (rest.kind === 'refused') {
        raiseAlert(ctx, 'rest_not_paid_back', { attempt: paid.id, why: rest.why });
      }
    }
    const adopted = { id, attempt_id: paid.id, amount_minor: amount, reason: 'external' } as const;
    await finishOrder(ctx, tx, adopted, 'webhook');
    return { kind: 'applied', outcome: 'refund:adopted' };
  });
}

/** Whether the whole payment of the order's goods is gone with this amount, in minor units. */
function endsOrder(paid: PaidAttempt, amount: number): boolean {
  const isGoods = paid.order_state === 'success' && !paid.is_overpayment;
  return isGoods && isAllBack({ ...paid, refunded: paid.refunded + amount });
}

/**
 * Counts goods that may have been given as delivered, before the refund is booked, and flags their
 * player, who keeps goods and money (docs/decisions/0030).
 */
async function keepGivenGoods(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const times = { realNow: ctx.clock.real(), now: ctx.clock.now() };
  const given = { orderId, ...times, source: 'webhook', why: 'outside_refund' };
  if ((await tx.run(presumeGiven, given)) === 0) return;
  await tx.run(flagPlayer, { orderId, why: 'chargeback', now: times.now });
}

/**
 * Releases unsent refunds until `wanted` is free. @returns the excess, to be reserved again; null
 * when all of them do not suffice
 */
async function releaseForRefund(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  wanted: number,
): Promise<{ readonly amount: number; readonly reason: RefundReason } | null> {
  const reserved = await tx.many(unsentRefunds, { attemptId: paid.id });
  let left = leftOf(paid);
  const available = left + reserved.reduce((sum, each) => sum + each.amount_minor, 0);
  if (available < wanted) return null;
  const end = { source: 'webhook', failure: 'paid_back_elsewhere' } as const;
  let reason: RefundReason = 'operator';
  let rest = 0;
  for (const each of reserved) {
    if (left >= wanted) break;
    await writeRefundTransition(ctx, tx, each, 'FAILED', end);
    left += each.amount_minor;
    rest = left - wanted;
    reason = each.reason;
  }
  return { amount: Math.max(0, rest), reason };
}
