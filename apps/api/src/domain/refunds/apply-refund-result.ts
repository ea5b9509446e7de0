import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { nextQueryAt } from '../payments/rules.ts';
import { insertQuarantine } from '../payments/queries.ts';
import { finishOrder } from './finish-order.ts';
import { moveTo } from './transition-refund.ts';
import { sumsOf } from './reserve.ts';
import { leftOf, refundEffect, type RefundEffect, type RefundSource } from './rules.ts';
import {
  askAgain,
  followRefund,
  lockRefund,
  neverSentInstead,
  ringReserved,
  type RefundRow,
} from './queries.ts';

/**
 * The one place where a gateway's word moves a refund, whoever brought it, under the order's lock
 * and by the table in rules.ts. Applying it again changes nothing. Answers what was done.
 */
export async function applyRefundResult(
  ctx: Ctx,
  refundId: string,
  word: RefundResult,
  source: RefundSource,
  alsoInTransaction?: (tx: Tx, effect: RefundEffect) => Promise<void>,
): Promise<{ readonly effect: RefundEffect; readonly refund: RefundRow }> {
  const applied = await ctx.db.transaction(async (tx) => {
    const found = await tx.one(lockRefund, { refundId });
    const wanted = refundEffect(found.state, word.kind, source);
    const isLate = found.state === 'FAILED' && wanted === 'SUCCEEDED';
    const refund = isLate ? await letSuccessorGo(ctx, tx, found, source) : found;
    const effect = fit(refund, wanted);
    await apply(ctx, tx, refund, effect, word, source);
    await alsoInTransaction?.(tx, effect);
    return { effect, refund };
  });
  report(ctx, applied.refund, applied.effect, word);
  return applied;
}

/** Done after all: what would have been sent in its place stays here, as long as it has not left. */
async function letSuccessorGo(
  ctx: Ctx,
  tx: Tx,
  refund: RefundRow,
  source: RefundSource,
): Promise<RefundRow> {
  const successor = await tx.maybe(neverSentInstead, { insteadOf: refund.id });
  if (successor === null) return refund;
  const going = { id: successor.id, order_id: refund.order_id, state: 'RESERVED' as const };
  await moveTo(ctx, tx, going, 'FAILED', { source, failure: 'paid_back_elsewhere' });
  await tx.run(followRefund, {
    previousRefundId: successor.id,
    refundId: refund.id,
    orderId: refund.order_id,
  });
  return tx.one(lockRefund, { refundId: refund.id });
}

/** What was let go may have gone another way meanwhile: then it does not fit any more. */
function fit(refund: RefundRow, effect: RefundEffect): RefundEffect {
  const isLate = refund.state === 'FAILED' && effect === 'SUCCEEDED';
  return isLate && leftOf(sumsOf(refund)) < refund.amount_minor ? 'quarantine' : effect;
}

async function apply(
  ctx: Ctx,
  tx: Tx,
  refund: RefundRow,
  effect: RefundEffect,
  word: RefundResult,
  source: RefundSource,
): Promise<void> {
  const now = ctx.clock.now();
  const real = ctx.clock.real();
  switch (effect) {
    case 'keep':
      return;
    case 'ask':
      // The sweep pushes it at once, should the caller's own question get lost.
      if (refund.state === 'FAILED') return;
      await tx.run(askAgain, { refundId: refund.id, nextTryAt: real, updatedAt: now });
      return;
    case 'wait':
      await tx.run(askAgain, {
        refundId: refund.id,
        nextTryAt: nextQueryAt(
          real.getTime(),
          refund.attempts + 1,
          null,
          refund.created_at.getTime(),
          ctx.config.waitScale.pauses,
        ),
        updatedAt: now,
      });
      return;
    case 'quarantine':
      await tx.run(insertQuarantine, {
        provider: refund.provider,
        attemptId: refund.attempt_id,
        source,
        reason: `refund_${word.kind}_does_not_fit`,
        said: { refund: refund.id, state: refund.state, ...word },
        now,
      });
      return;
    case 'RESERVED':
    case 'SUBMITTING':
    case 'PENDING':
    case 'UNKNOWN':
    case 'SUCCEEDED':
    case 'FAILED':
      await moveTo(ctx, tx, refund, effect, { source, ...fieldsOfResult(word) });
      if (effect === 'SUCCEEDED') await finishOrder(ctx, tx, refund, source);
      if (effect === 'SUCCEEDED' || effect === 'FAILED') {
        await tx.run(ringReserved, { orderId: refund.order_id, nextTryAt: real });
      }
  }
}

function fieldsOfResult(word: RefundResult) {
  switch (word.kind) {
    case 'succeeded':
    case 'pending':
      return { gatewayRef: word.gatewayRef };
    case 'failed':
      return { failure: word.code };
    case 'indeterminate':
      return { detail: { why: word.why } };
    case 'not_found':
      return {};
  }
}

function report(ctx: Ctx, refund: RefundRow, effect: RefundEffect, word: RefundResult): void {
  const said = { refund: refund.id, order: refund.order_id, word: word.kind };
  if (effect === 'FAILED' && word.kind === 'failed') {
    raiseAlert(ctx, 'refund_failed', { ...said, code: word.code });
  }
  if (effect === 'quarantine') {
    ctx.metrics.quarantined.inc({ provider: refund.provider, reason: `refund_${word.kind}` });
    raiseAlert(ctx, 'quarantine', said);
  }
}
