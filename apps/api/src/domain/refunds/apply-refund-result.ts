import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { insertQuarantine } from '../payments/queries.ts';
import { finishOrder } from './finish-order.ts';
import { nextRefundQuery, writeRefundTransition } from './transition-refund.ts';
import { retryOfRefund, sendsOfRefund } from './retry-queries.ts';
import {
  leftOf,
  MAX_SENDS,
  refundableUntilMs,
  refundEffect,
  RETRY_EVERY_MS,
  notFoundFailure,
  type RefundEffect,
  type RefundSource,
} from './rules.ts';
import {
  scheduleRefundQuery,
  relinkRequest,
  isSettledSuccess,
  unsentReplacement,
  makeReservedDue,
  wasPaidOutside,
} from './queries.ts';
import type { RefundRow } from './lock-queries.ts';
import { lockRefund } from './lock-rows.ts';

/**
 * Turns every gateway result into a refund state, under the order's lock and by the table in
 * rules.ts. Applying a result again changes nothing.
 */
export async function applyRefundResult(
  ctx: Ctx,
  refundId: string,
  result: RefundResult,
  source: RefundSource,
  alsoInTransaction?: (tx: Tx, effect: RefundEffect) => Promise<void>,
): Promise<{ readonly effect: RefundEffect; readonly refund: RefundRow }> {
  const applied = await ctx.db.transaction(async (tx) => {
    const found = await lockRefund(tx, refundId);
    const usual = refundEffect(found.state, result.kind, source);
    const given = usual === 'RESERVED' && source === 'query' ? await givenUp(ctx, tx, found) : null;
    const wanted = given === null ? usual : 'FAILED';
    const isLate = found.state === 'FAILED' && wanted === 'SUCCEEDED';
    const refund = isLate ? await cancelReplacement(ctx, tx, found, source) : found;
    const effect = isLate ? await lateEffect(tx, refund) : wanted;
    const failure = given ?? (result.kind === 'failed' ? result.code : null);
    await apply(ctx, tx, refund, effect, result, source, failure);
    await alsoInTransaction?.(tx, effect);
    const { retry_at: retryAt } = await tx.one(retryOfRefund, { refundId });
    return { effect, refund, retryAt, failure };
  });
  report(ctx, applied, result);
  return applied;
}

/**
 * The failure of a refund that its gateway does not know and that is not sent again: it is out of retries or past the
 * method's refund period (docs/decisions/0080). null: it is sent again.
 */
async function givenUp(ctx: Ctx, tx: Tx, refund: RefundRow): Promise<string | null> {
  const { order_id: orderId, id: refundId, created_at: since } = refund;
  const { sends, why } = await tx.one(sendsOfRefund, { orderId, refundId, since });
  return sends >= MAX_SENDS || isTooLate(ctx, refund, 0) ? notFoundFailure(why) : null;
}

/** Whether the refund period ends within `afterMs`. */
function isTooLate(ctx: Ctx, refund: RefundRow, afterMs: number): boolean {
  const method = ctx.config.methods.get(refund.pay_id);
  return ctx.clock.nowMs() + afterMs > refundableUntilMs(method, refund.attempt_begun_at);
}

/**
 * The effect of a late success. Booked if the amount is still refundable. If our bank already paid it, it is quarantined
 * once for an operator (docs/decisions/0087). A sum beyond the refundable rest is not booked.
 */
async function lateEffect(tx: Tx, refund: RefundRow): Promise<RefundEffect> {
  const { id: refundId, attempt_id: attemptId } = refund;
  const { is_so: isSettled } = await tx.one(isSettledSuccess, { attemptId, refundId });
  if (leftOf(refund) < refund.amount_minor) return isSettled ? 'keep' : 'quarantine';
  if (isSettled) return 'SUCCEEDED';
  const { is_so: isPaidOutside } = await tx.one(wasPaidOutside, { refundId });
  return isPaidOutside ? 'quarantine' : 'SUCCEEDED';
}

/** Cancels the replacement of a failed refund that succeeded after all, unless it was sent. */
async function cancelReplacement(
  ctx: Ctx,
  tx: Tx,
  refund: RefundRow,
  source: RefundSource,
): Promise<RefundRow> {
  const successor = await tx.maybe(unsentReplacement, { insteadOf: refund.id });
  if (successor === null) return refund;
  const { id: refundId, order_id: orderId } = refund;
  const end = { source, failure: 'paid_back_elsewhere' };
  await writeRefundTransition(ctx, tx, successor, 'FAILED', end);
  await tx.run(relinkRequest, { previousRefundId: successor.id, refundId, orderId });
  return lockRefund(tx, refundId);
}

async function apply(
  ctx: Ctx,
  tx: Tx,
  refund: RefundRow,
  effect: RefundEffect,
  result: RefundResult,
  source: RefundSource,
  failure: string | null,
): Promise<void> {
  const now = ctx.clock.now();
  const real = ctx.clock.real();
  const { id: refundId } = refund;
  switch (effect) {
    case 'keep':
      return;
    case 'ask':
      // The sweep queries it at once, should the caller's own query get lost.
      if (refund.state === 'FAILED') return;
      await tx.run(scheduleRefundQuery, { refundId, nextAttemptAt: real, now });
      return;
    case 'wait': {
      const nextAttemptAt = nextRefundQuery(ctx, refund, refund.attempts + 1);
      await tx.run(scheduleRefundQuery, { refundId, nextAttemptAt, now });
      return;
    }
    case 'quarantine':
      await tx.run(insertQuarantine, {
        provider: refund.provider,
        merchant: refund.merchant,
        attemptId: refund.attempt_id,
        source,
        reason: `refund_${result.kind}_does_not_fit`,
        result: { refund: refundId, state: refund.state, ...result },
        now,
      });
      return;
    case 'RESERVED':
    case 'SUBMITTING':
    case 'PENDING':
    case 'UNKNOWN':
    case 'SUCCEEDED':
    case 'FAILED':
      await writeRefundTransition(ctx, tx, refund, effect, {
        source,
        ...fieldsOfResult(result),
        ...(failure !== null && { failure }),
        isLast: isTooLate(ctx, refund, RETRY_EVERY_MS),
      });
      if (effect === 'SUCCEEDED') await finishOrder(ctx, tx, refund, source);
      if (effect === 'SUCCEEDED' || effect === 'FAILED') {
        await tx.run(makeReservedDue, { orderId: refund.order_id, nextAttemptAt: real });
      }
  }
}

function fieldsOfResult(result: RefundResult) {
  switch (result.kind) {
    case 'succeeded':
    case 'pending':
      return { gatewayRef: result.gatewayRef };
    case 'indeterminate':
      return { detail: { why: result.why } };
    case 'failed':
    case 'not_found':
      return {};
  }
}

function report(
  ctx: Ctx,
  applied: {
    readonly refund: RefundRow;
    readonly effect: RefundEffect;
    readonly retryAt: Date | null;
    readonly failure: string | null;
  },
  result: RefundResult,
): void {
  const { refund, effect, retryAt, failure } = applied;
  const facts = { refund: refund.id, order: refund.order_id, word: result.kind };
  if (effect === 'FAILED') {
    const again = retryAt?.toISOString() ?? null;
    raiseAlert(ctx, 'refund_failed', { ...facts, code: failure, sent_again_at: again });
  }
  if (effect === 'quarantine') {
    ctx.metrics.quarantined.inc({ provider: refund.provider, reason: `refund_${result.kind}` });
    raiseAlert(ctx, 'quarantine', facts);
  }
}
