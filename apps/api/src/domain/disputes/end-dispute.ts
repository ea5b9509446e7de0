import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { deliveryOfOrder } from '../deliveries/queries.ts';
import { cancelUnsent, releaseHeld } from '../mail/queries.ts';
import { transitionOrder } from '../orders/queries.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { insertQuarantine } from '../payments/queries.ts';
import { writeRefundTransition } from '../refunds/transition-refund.ts';
import { reserve, sumsOf } from '../refunds/reserve.ts';
import { leftOf } from '../refunds/rules.ts';
import {
  lockPaidAttempt,
  unsentRefunds,
  makeReservedDue,
  type PaidAttempt,
} from '../refunds/queries.ts';
import { isSameMoney, lossOf } from './rules.ts';
import { disputesOfAttempt, endDispute, flagPlayer, hasOpenDispute } from './queries.ts';

type Ended = Pick<DisputeUpdate, 'caseId' | 'disputeKind' | 'stage' | 'outcome' | 'fee'>;

/** Ends a dispute as won or cancelled; only an operator clears the flag. */
export async function endUnlost(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  ended: Ended & { readonly state: 'won' | 'cancelled' },
): Promise<void> {
  const { caseId, state, stage, outcome, fee } = ended;
  const now = ctx.clock.now();
  await tx.run(endDispute, {
    provider: paid.provider,
    disputeId: caseId,
    toState: state,
    stage,
    outcome,
    lostMinor: 0,
    feeMinor: fee,
    now,
    attemptId: paid.id,
  });
  await resumeOrder(ctx, tx, paid.order_id);
}

/** Releases held mails and reserved refunds after the last dispute of an order. */
async function resumeOrder(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const { is_so: isStillHeld } = await tx.one(hasOpenDispute, { orderId });
  if (isStillHeld) return;
  await tx.many(releaseHeld, { orderId, now: ctx.clock.now(), nextAttemptAt: ctx.clock.real() });
  await tx.run(makeReservedDue, { orderId, nextAttemptAt: ctx.clock.real() });
}

/**
 * Ends a dispute as lost: books the loss, releases unsent refunds, cancels unsent goods and flags
 * the player of delivered ones.
 */
export async function endLost(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  ended: Ended & { readonly claimed: number | null },
): Promise<void> {
  const { provider, order_id: orderId } = paid;
  const { caseId, stage, outcome, fee } = ended;
  const now = ctx.clock.now();
  await releaseUnsent(ctx, tx, paid);
  const sums = sumsOf(await tx.one(lockPaidAttempt, { attemptId: paid.id }));
  const others = await tx.many(disputesOfAttempt, { attemptId: paid.id });
  const countedElsewhere = others
    .filter((other) => other.dispute_id !== caseId && isSameMoney(ended.disputeKind, other.kind))
    .reduce((sum, other) => sum + other.lost_minor, 0);
  const { captured } = sums;
  const loss = lossOf({ claimed: ended.claimed, captured, left: leftOf(sums), countedElsewhere });
  await tx.run(endDispute, {
    provider,
    disputeId: caseId,
    toState: 'lost',
    stage,
    outcome,
    lostMinor: loss.lost,
    feeMinor: fee,
    now,
    attemptId: paid.id,
  });
  if (loss.beyond > 0) {
    const facts = { case: caseId, beyond_minor: loss.beyond, currency: paid.currency };
    await tx.run(insertQuarantine, {
      provider,
      attemptId: paid.id,
      source: 'webhook',
      reason: 'lost_beyond_captured',
      result: facts,
      now,
    });
    raiseAlert(ctx, 'lost_beyond_captured', { ...facts, attempt: paid.id });
  }
  // Another payment bought the goods; its dispute may have ended before.
  if (paid.is_overpayment) return resumeOrder(ctx, tx, orderId);
  const delivery = await tx.maybe(deliveryOfOrder, { orderId });
  const isUnsent = delivery?.state === 'queued' || delivery?.state === 'retrying';
  await tx.run(cancelUnsent, {
    orderId,
    realNow: ctx.clock.real(),
    now,
    source: 'webhook',
    why: 'chargeback',
  });
  if (delivery?.state === 'delivered')
    await tx.run(flagPlayer, { orderId, why: 'chargeback', now });
  if (paid.order_state === 'success') {
    await tx.run(transitionOrder, {
      orderId,
      toState: 'refunded',
      reason: 'chargeback',
      now,
      source: 'webhook',
      event: 'lost',
      fromState: 'success',
    });
  }
  // Goods are never sent for a partial loss: the rest goes back too.
  if (isUnsent) await giveRestBack(ctx, tx, paid.id);
}

async function releaseUnsent(ctx: Ctx, tx: Tx, paid: PaidAttempt): Promise<void> {
  for (const each of await tx.many(unsentRefunds, { attemptId: paid.id })) {
    const refund = { id: each.id, order_id: paid.order_id, state: 'RESERVED' as const };
    await writeRefundTransition(ctx, tx, refund, 'FAILED', {
      source: 'webhook',
      failure: 'lost_to_a_case',
    });
  }
}

async function giveRestBack(ctx: Ctx, tx: Tx, attemptId: string): Promise<void> {
  const paid = await tx.one(lockPaidAttempt, { attemptId });
  if (leftOf(sumsOf(paid)) <= 0) return;
  const reserved = await reserve(ctx, tx, paid, {
    amount: null,
    reason: 'not_deliverable',
    source: 'webhook',
  });
  if (reserved.kind === 'refused') {
    raiseAlert(ctx, 'rest_not_paid_back', { attempt: attemptId, why: reserved.why });
  }
}
