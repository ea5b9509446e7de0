import type { Account } from '../../gateways/accounts.ts';
import { fromMinor } from '@webpay/contract/money';
import { atOneMoment, type Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { DisputeUpdate, FraudWarning } from '../../gateways/port.ts';
import { isBeingSent } from '../mail/doubt-queries.ts';
import { holdUnsent } from '../mail/unsent-queries.ts';
import { lockPlayer } from '../orders/queries.ts';
import { flagPlayer } from '../players/queries.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { insertQuarantine, type AttemptRow } from '../payments/queries.ts';
import { findPaidAttempt, mismatch, type UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { leftOf } from '../refunds/rules.ts';
import type { PaidAttempt } from '../refunds/lock-queries.ts';
import { endLost, endUnlost, readReserved } from './end-dispute.ts';
import { whyReversalIsUnconfirmed } from './unconfirmed-reversal.ts';
import { DISPUTE_TABLE, sharesOf, type DisputeDecision } from './rules.ts';
import {
  disputeOfPayment,
  hasRefundUnderWay,
  isDisputeOfOthers,
  noteDispute,
  openDispute,
} from './queries.ts';
import { lockPaidAttempt } from '../refunds/lock-rows.ts';

/** Applies a dispute message to each payment that it names (payments.md §3.4). */
export async function applyDisputeUpdate(
  ctx: Ctx,
  account: Account,
  update: DisputeUpdate,
  /** `isSeen`: an operator confirmed the reversal, whatever the gateway shows. */
  known: { readonly isSeen: boolean } = { isSeen: false },
): Promise<UpdateOutcome> {
  if (!update.merchantIsOurs) return mismatch('merchant_differs', null);
  const { payments, outcomes } = await paymentsOf(ctx, account, update, known.isSeen);
  // Dividing the sum needs the captured amounts of all payments.
  const isPaymentMissing = update.state !== 'open' && outcomes.some(({ kind }) => kind === 'later');
  if (!isPaymentMissing) {
    const named = payments.map(({ id }) => id);
    const captured = payments.map(({ amount_minor }) => amount_minor);
    const isSame = payments.every(({ currency }) => currency === update.currency);
    // A dispute in another currency, or without a sum, covers each payment in full.
    const shares = sharesOf(isSame && (update.amount ?? 0) > 0 ? update.amount : null, captured);
    for (const [index, payment] of payments.entries()) {
      const fee = index === 0 && update.currency === payment.currency ? update.fee : 0;
      const claim = { ...update, fee, share: shares[index] ?? null };
      outcomes.push(await applyToPayment(ctx, account, claim, payment, named));
    }
    const [first] = payments;
    // A message that waits comes again.
    const isOver = outcomes.every(({ kind }) => kind !== 'later');
    if (first !== undefined && isOver) await tellOddFee(ctx, first, update);
  }
  return (
    outcomes.find(({ kind }) => kind === 'later') ??
    outcomes.find(({ kind }) => kind === 'quarantine') ??
    outcomes.at(-1) ??
    mismatch('unknown_attempt', null)
  );
}

/** Keeps a fee that the ledger cannot book for a person: it is in another currency than its payment, or not readable. */
async function tellOddFee(
  ctx: Ctx,
  { id: attemptId, provider, merchant, currency }: AttemptRow,
  update: DisputeUpdate,
): Promise<void> {
  const { caseId, currency: named } = update;
  const isOther = update.fee > 0 && named !== null && named !== currency;
  const other = isOther ? `${fromMinor(update.fee, named).amount} ${named}` : null;
  const fee = update.oddFee ?? other;
  if (fee === null) return;
  const kept = await ctx.db.run(insertQuarantine, {
    provider,
    merchant,
    attemptId,
    source: 'webhook',
    reason: 'case_fee_not_booked',
    result: { case: caseId, fee },
    now: ctx.clock.now(),
  });
  if (kept === 0) return;
  ctx.metrics.quarantined.inc({ provider, reason: 'case_fee_not_booked' });
  raiseAlert(ctx, 'quarantine', { attempt: attemptId, case: caseId, why: 'case_fee_not_booked' });
}

/** One payment's part of a dispute. `share`: its part of the sum; null: all of the payment. */
type Claim = DisputeUpdate & { readonly share: number | null };

/** Finds each paid attempt that the dispute names, and the outcomes of those it cannot apply to. */
async function paymentsOf(
  ctx: Ctx,
  account: Account,
  update: DisputeUpdate,
  isSeen: boolean,
): Promise<{ readonly payments: readonly AttemptRow[]; readonly outcomes: UpdateOutcome[] }> {
  const payments = new Map<string, AttemptRow>();
  const outcomes: UpdateOutcome[] = [];
  for (const named of update.payments) {
    const found = await findPaidAttempt(ctx, account, named);
    if ('kind' in found) {
      outcomes.push(found);
      continue;
    }
    const mustConfirm = update.disputeKind === 'reversal' && !isSeen;
    const unconfirmed = mustConfirm ? await whyReversalIsUnconfirmed(ctx, account, found.id) : null;
    if (unconfirmed !== null) outcomes.push(unconfirmed);
    else payments.set(found.id, found);
  }
  return { payments: [...payments.values()], outcomes };
}

async function applyToPayment(
  ctx: Ctx,
  { provider }: Account,
  claim: Claim,
  { id: attemptId, player_id: playerId }: AttemptRow,
  named: readonly string[],
): Promise<UpdateOutcome> {
  const { caseId: disputeId } = claim;
  const applied = await ctx.db.transaction(async (tx) => {
    // Locks the player first, as new orders do, which prevents a deadlock.
    await tx.one(lockPlayer, { playerId });
    const paid = await lockPaidAttempt(tx, attemptId);
    const known = await tx.maybe(disputeOfPayment, { provider, disputeId, attemptId });
    if (known === null) {
      const others = { provider, disputeId, attemptIds: named };
      if ((await tx.one(isDisputeOfOthers, others)).is_so) return 'other_attempt' as const;
    }
    const decided = DISPUTE_TABLE[known?.state ?? 'unknown'][claim.state];
    const isEnd = decided === 'end' || decided === 'open_and_end';
    const claimed = claim.share ?? known?.claimed_minor ?? null;
    if (isEnd && claim.state === 'lost' && (await mustWait(ctx, tx, paid, claimed)))
      return 'wait' as const;
    await applyDecision(atOneMoment(ctx), tx, paid, claim, decided, known?.claimed_minor ?? null);
    return decided;
  });
  if (applied === 'wait') return { kind: 'later' };
  if (applied === 'other_attempt') return mismatch('case_of_another_payment', attemptId);
  if (applied === 'quarantine') return mismatch('case_ended_otherwise', attemptId);
  if (applied !== 'keep' && applied !== 'note') {
    const facts = { provider, case: disputeId, attempt: attemptId, answer_by: claim.answerBy };
    raiseAlert(ctx, `case_${claim.state}`, facts);
  }
  return { kind: 'applied', outcome: `case:${applied}` };
}

/** Whether the loss depends on an unresolved refund, or on goods that are being sent. */
async function mustWait(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  claimed: number | null,
): Promise<boolean> {
  if (!paid.is_overpayment) {
    const sending = { orderId: paid.order_id, realNow: ctx.clock.real() };
    if ((await tx.one(isBeingSent, sending)).is_so) return true;
  }
  const { released, goesOutAgain } = await readReserved(tx, paid);
  const left = released.reduce((sum, each) => sum + each.amount_minor, leftOf(paid));
  if ((claimed ?? paid.captured) <= left) return false;
  return goesOutAgain || (await tx.one(hasRefundUnderWay, { attemptId: paid.id })).is_so;
}

async function applyDecision(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  claim: Claim,
  decision: DisputeDecision,
  claimed: number | null,
): Promise<void> {
  switch (decision) {
    case 'keep':
    case 'quarantine':
      return;
    case 'note':
      await tx.run(noteDispute, {
        ...claim,
        provider: paid.provider,
        disputeId: claim.caseId,
        attemptId: paid.id,
        updatedAt: ctx.clock.now(),
      });
      return;
    case 'open':
      return open(ctx, tx, paid, claim);
    case 'open_and_end':
      await open(ctx, tx, paid, claim);
      return end(ctx, tx, paid, claim, null);
    case 'end':
      return end(ctx, tx, paid, claim, claimed);
  }
}

async function open(ctx: Ctx, tx: Tx, paid: PaidAttempt, claim: Claim): Promise<void> {
  const now = ctx.clock.now();
  const { provider, order_id: orderId, id: attemptId, currency } = paid;
  await tx.run(openDispute, {
    ...claim,
    provider,
    disputeId: claim.caseId,
    orderId,
    attemptId,
    kind: claim.disputeKind,
    currency,
    // A share of zero stays zero: an end that names no sum takes the claim from this row.
    claimedMinor: claim.share ?? paid.captured,
    feeMinor: claim.fee,
    openedAt: now,
  });
  await tx.run(flagPlayer, { orderId, why: 'dispute', now });
  // An overpayment bought no goods: another payment did.
  if (!paid.is_overpayment) await tx.run(holdUnsent, { orderId, now, heldSince: ctx.clock.real() });
}

async function end(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  claim: Claim,
  claimed: number | null,
): Promise<void> {
  const { share, state } = claim;
  if (state === 'open') return;
  if (state !== 'lost') return endUnlost(ctx, tx, paid, claim, state);
  const due = share ?? claimed;
  // The dispute names other payments first, and their shares cover the whole sum.
  if (due === 0) return endUnlost(ctx, tx, paid, claim, 'won');
  return endLost(ctx, tx, paid, claim, due);
}

/** Flags the player of a fraud warning; nothing else changes (payments.md §1.4). */
export async function applyFraudWarning(
  ctx: Ctx,
  account: Account,
  update: FraudWarning,
): Promise<UpdateOutcome> {
  if (!update.merchantIsOurs) return mismatch('merchant_differs', null);
  const { attemptId } = update;
  const found = await findPaidAttempt(ctx, account, { attemptId, captureRef: null });
  if ('kind' in found) return found;
  await ctx.db.transaction(async (tx) => {
    await tx.one(lockPlayer, { playerId: found.player_id });
    const paid = await lockPaidAttempt(tx, found.id);
    await tx.run(flagPlayer, { orderId: paid.order_id, why: 'fraud', now: ctx.clock.now() });
  });
  raiseAlert(ctx, 'fraud_notice', { provider: account.provider, attempt: found.id });
  return { kind: 'applied', outcome: 'fraud:flagged' };
}
