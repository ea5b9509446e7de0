import { gatewayOf, placeOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { RefundInput, RefundResult } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyRefundResult } from './apply-refund-result.ts';
import { nextRefundQuery, writeRefundTransition } from './transition-refund.ts';
import { isHeldByDispute, NO_WAY_BACK, returnsMoney } from './rules.ts';
import { scheduleRefundQuery } from './queries.ts';
import type { RefundRow } from './lock-queries.ts';
import { lockRefund } from './lock-rows.ts';

/**
 * Sends one reserved refund once, or queries it. A method that returns no money leaves it to an operator at once. Its id is
 * the idempotency key at the gateway, so an unresolved refund never gets another number (payments.md §3.4).
 */
export async function pushRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await ctx.db.transaction(async (tx) => {
    const locked = await lockRefund(tx, refundId);
    if (locked.state !== 'RESERVED') return locked;
    if (!returnsMoney(ctx.config.methods.get(locked.pay_id))) {
      const end = { source: 'worker', failure: NO_WAY_BACK } as const;
      await writeRefundTransition(ctx, tx, locked, 'FAILED', end);
      return NO_WAY_BACK;
    }
    // The circuit is open: the refund stays reserved.
    const isOpen = gatewayOf(ctx.gateways, locked).isOpen();
    const isHeld = isHeldByDispute(locked, locked.amount_minor, locked.has_open_dispute);
    if (isOpen || locked.waits_for_another || isHeld) {
      const nextAttemptAt = nextRefundQuery(ctx, locked, locked.attempts);
      await tx.run(scheduleRefundQuery, { refundId, nextAttemptAt, now: ctx.clock.now() });
      return null;
    }
    await writeRefundTransition(ctx, tx, locked, 'SUBMITTING', { source: 'worker' });
    return locked;
  });
  if (refund === NO_WAY_BACK) {
    const facts = { refund: refundId, code: NO_WAY_BACK, sent_again_at: null };
    return raiseAlert(ctx, 'refund_failed', facts);
  }
  if (refund === null || refund.state === 'SUCCEEDED' || refund.state === 'FAILED') return;
  // `state` is from before the transition: a reserved refund is sent now.
  if (refund.state === 'RESERVED') {
    const result = await gatewayOf(ctx.gateways, refund).refund(refundInputOf(ctx, refund));
    await applyRefundResult(ctx, refundId, result, 'answer');
  } else await queryRefund(ctx, refund);
}

/** Queries a refund in any state, applies the answer and returns it. A look records only that the money was returned. */
export async function queryRefund(ctx: Ctx, refund: RefundRow): Promise<RefundResult> {
  const gateway = gatewayOf(ctx.gateways, refund);
  const input = refundInputOf(ctx, refund);
  // A failed refund's sum is free again, so the query must not send anything.
  const isFree = refund.state === 'FAILED';
  const result = await (isFree ? gateway.findRefund(input) : gateway.queryRefund(input));
  const isRecorded = ctx.isLook !== true || result.kind === 'succeeded';
  if (isRecorded) await applyRefundResult(ctx, refund.id, result, 'query');
  return result;
}

/** A refund as its gateway takes it. */
export function refundInputOf(ctx: Ctx, refund: RefundRow): RefundInput {
  return {
    refundId: refund.id,
    attemptId: refund.merchant_number,
    captureRef: refund.capture_ref ?? '',
    paymentRef: refund.attempt_ref,
    gatewayRef: refund.gateway_ref,
    amount: refund.amount_minor,
    currency: refund.currency,
    requestedAtMs: (refund.requested_at ?? ctx.clock.real()).getTime(),
    notifyUrl: `${ctx.config.publicUrl}/webhooks/${placeOf(refund)}`,
  };
}
