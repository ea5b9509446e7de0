import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { writeNotice } from '../game-notices/write-notice.ts';
import { deliveryOfOrder } from '../mail/delivery-queries.ts';
import { parkHeld, presumeGiven } from '../mail/doubt-queries.ts';
import { cancelUnsent, releaseHeld } from '../mail/unsent-queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { transitionOrder } from '../orders/queries.ts';
import { flagPlayer } from '../players/queries.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { insertQuarantine } from '../payments/queries.ts';
import { writeRefundTransition } from '../refunds/transition-refund.ts';
import { reserve } from '../refunds/reserve.ts';
import { isHeldByDispute, leftOf } from '../refunds/rules.ts';
import { makeReservedDue } from '../refunds/queries.ts';
import type { PaidAttempt } from '../refunds/lock-queries.ts';
import { isSameMoney, lossOf } from './rules.ts';
import { disputesOfAttempt, endDispute, hasOpenDispute, reservedRefunds } from './queries.ts';
import { lockPaidAttempt } from '../refunds/lock-rows.ts';

/** Ends a dispute as won or cancelled; only an operator clears the flag. */
export async function endUnlost(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  update: DisputeUpdate,
  toState: 'won' | 'cancelled',
): Promise<void> {
  await writeEnd(ctx, tx, paid, update, toState, 0);
  await resumeOrder(ctx, tx, paid.order_id);
}

async function writeEnd(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  update: DisputeUpdate,
  toState: 'won' | 'lost' | 'cancelled',
  lostMinor: number,
): Promise<void> {
  await tx.run(endDispute, {
    ...update,
    provider: paid.provider,
    disputeId: update.caseId,
    attemptId: paid.id,
    toState,
    lostMinor,
    feeMinor: update.fee,
    now: ctx.clock.now(),
  });
}

/**
 * Releases held mails and reserved refunds after the last dispute of an order. Mails in doubt for seven days are parked
 * instead: sent again, they could give the goods twice (docs/decisions/0030).
 */
async function resumeOrder(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const { is_so: isStillHeld } = await tx.one(hasOpenDispute, { orderId });
  if (isStillHeld) return;
  const now = ctx.clock.now();
  const realNow = ctx.clock.real();
  const before = new Date(realNow.getTime() - GIVE_UP_AFTER_MS);
  for (const { id, ...mail } of await tx.many(parkHeld, { orderId, before, realNow, now })) {
    raiseAlert(ctx, 'mail_parked', { mail: id, ...mail, order: orderId, why: 'held by a dispute' });
  }
  await tx.many(releaseHeld, { orderId, now, nextAttemptAt: realNow });
  await tx.run(makeReservedDue, { orderId, nextAttemptAt: realNow });
}

/**
 * Ends a dispute as lost: books the loss, releases unsent refunds, cancels unsent goods and flags
 * the player of delivered ones. Goods that may have been given count as delivered.
 */
export async function endLost(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  update: DisputeUpdate,
  claimed: number | null,
): Promise<void> {
  const { id: attemptId, order_id: orderId, captured } = paid;
  const { caseId, disputeKind } = update;
  const now = ctx.clock.now();
  for (const each of (await readReserved(tx, paid)).released) {
    await writeRefundTransition(ctx, tx, each, 'FAILED', RELEASED);
  }
  const mails = { orderId, realNow: ctx.clock.real(), now, source: 'webhook', why: 'chargeback' };
  // Before the loss is booked: it is a loss of goods then, not money that was owed.
  if (!paid.is_overpayment) await tx.run(presumeGiven, mails);
  const left = leftOf(await lockPaidAttempt(tx, attemptId));
  const others = await tx.many(disputesOfAttempt, { attemptId });
  const countedElsewhere = others
    .filter((other) => other.dispute_id !== caseId && isSameMoney(disputeKind, other.kind))
    .reduce((sum, other) => sum + other.lost_minor, 0);
  const loss = lossOf({ claimed, captured, left, countedElsewhere });
  await writeEnd(ctx, tx, paid, update, 'lost', loss.lost);
  if (loss.beyond > 0) {
    const facts = { case: caseId, beyond_minor: loss.beyond, currency: paid.currency };
    await tx.run(insertQuarantine, {
      provider: paid.provider,
      merchant: paid.merchant,
      attemptId,
      source: 'webhook',
      reason: 'lost_beyond_captured',
      result: facts,
      now,
    });
    raiseAlert(ctx, 'lost_beyond_captured', { ...facts, attempt: attemptId });
  }
  // Another payment bought the goods; this was perhaps the order's last open dispute.
  if (paid.is_overpayment) return resumeOrder(ctx, tx, orderId);
  await writeNotice(ctx, tx, {
    id: `chargeback:${paid.provider}:${caseId}:${attemptId}`,
    kind: 'chargeback',
    amount: loss.lost,
    paid: await lockPaidAttempt(tx, attemptId),
  });
  const delivery = await tx.maybe(deliveryOfOrder, { orderId });
  const isUnsent = delivery?.state === 'queued' || delivery?.state === 'retrying';
  await tx.run(cancelUnsent, mails);
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
    });
  }
  // After a partial loss the goods stay unsent, so the rest of the payment is refunded.
  if (isUnsent) await refundRest(ctx, tx, attemptId);
}

/**
 * Reads the reserved refunds of a locked payment. A loss releases those that were never sent, and those that the gateway
 * does not know and an open dispute keeps here: they would wait for each other. Any other one goes out again, and ends first.
 */
export async function readReserved(tx: Tx, paid: PaidAttempt) {
  const reserved = await tx.many(reservedRefunds, { attemptId: paid.id });
  const released = reserved.filter(
    ({ amount_minor: amount, was_sent: wasSent }) =>
      !wasSent || isHeldByDispute(paid, amount, paid.has_open_dispute),
  );
  return { released, goesOutAgain: released.length < reserved.length };
}

const RELEASED = { source: 'webhook', failure: 'lost_to_a_case' } as const;

async function refundRest(ctx: Ctx, tx: Tx, attemptId: string): Promise<void> {
  const paid = await lockPaidAttempt(tx, attemptId);
  if (leftOf(paid) <= 0) return;
  const rest = { amount: null, reason: 'not_deliverable', source: 'webhook' } as const;
  const reserved = await reserve(ctx, tx, paid, rest);
  if (reserved.kind === 'refused') {
    raiseAlert(ctx, 'rest_not_paid_back', { attempt: attemptId, why: reserved.why });
  }
}
