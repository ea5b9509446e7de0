import type { RefundState } from '@webpay/contract/money-back';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundInput, RefundResult } from '../../gateways/port.ts';
import { applyRefundResult } from './apply-refund-result.ts';
import { nextRefundQuery, writeRefundTransition } from './transition-refund.ts';
import { sumsOf } from './reserve.ts';
import { leftOf } from './rules.ts';
import { scheduleRefundQuery, lockRefund, type RefundRow } from './queries.ts';

/**
 * Sends one reserved refund once, or queries it. Its id is the idempotency key at the gateway, so
 * an unresolved refund never gets another number (payments.md §3.4).
 */
export async function pushRefund(ctx: Ctx, refundId: string): Promise<void> {
  const { refund, action } = await ctx.db.transaction(async (tx) => {
    const locked = await tx.one(lockRefund, { refundId });
    if (locked.state !== 'RESERVED') return { refund: locked, action: actionOf(locked.state) };
    // The circuit is open: the refund stays reserved.
    const isOpen = ctx.gateways[locked.provider].isOpen();
    if (isOpen || locked.waits_for_another || isHeldByDispute(locked)) {
      await postpone(ctx, tx, locked);
      return { refund: locked, action: 'none' as const };
    }
    await writeRefundTransition(ctx, tx, locked, 'SUBMITTING', { source: 'worker' });
    return { refund: locked, action: 'send' as const };
  });
  const gateway = ctx.gateways[refund.provider];
  if (action === 'send') {
    const result = await gateway.refund(inputOf(ctx, refund));
    await applyRefundResult(ctx, refundId, result, 'answer');
  }
  if (action === 'query') await queryRefund(ctx, refund);
}

/** Queries a refund in any state, applies the answer and returns it. */
export async function queryRefund(ctx: Ctx, refund: RefundRow): Promise<RefundResult> {
  const gateway = ctx.gateways[refund.provider];
  const input = inputOf(ctx, refund);
  // A failed refund's sum is free again, so the query must not send anything.
  const isFree = refund.state === 'FAILED';
  const result = await (isFree ? gateway.findRefund(input) : gateway.queryRefund(input));
  await applyRefundResult(ctx, refund.id, result, 'query');
  return result;
}

function actionOf(state: RefundState): 'query' | 'none' {
  return state === 'SUCCEEDED' || state === 'FAILED' ? 'none' : 'query';
}

/** Beside an open dispute a gateway refunds the whole sum left, or nothing. */
function isHeldByDispute(refund: RefundRow): boolean {
  return (
    refund.has_open_dispute && refund.amount_minor !== leftOf({ ...sumsOf(refund), reserved: 0 })
  );
}

async function postpone(ctx: Ctx, tx: Tx, refund: RefundRow): Promise<void> {
  await tx.run(scheduleRefundQuery, {
    refundId: refund.id,
    nextAttemptAt: nextRefundQuery(ctx, refund, refund.attempts),
    updatedAt: ctx.clock.now(),
  });
}

function inputOf(ctx: Ctx, refund: RefundRow): RefundInput {
  return {
    refundId: refund.id,
    attemptId: refund.attempt_id,
    captureRef: refund.capture_ref ?? '',
    paymentRef: refund.attempt_ref,
    gatewayRef: refund.gateway_ref,
    amount: refund.amount_minor,
    currency: refund.currency,
    requestedAtMs: (refund.requested_at ?? ctx.clock.real()).getTime(),
    notifyUrl: `${ctx.config.publicUrl}/webhooks/${refund.provider}`,
  };
}
