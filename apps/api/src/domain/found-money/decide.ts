import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';

import { violatedConstraint, type Tx } from '../../platform/db/pool.ts';
import { lockAttempt } from '../payments/queries.ts';
import { removeLateQuery } from '../payments/due-queries.ts';
import { writeTransition } from '../payments/transition-attempt.ts';
import { bookFees } from '../reconciliation/queries.ts';
import { refused } from '../support/rules.ts';
import { UNKNOWN_COUNTRY, type FoundMoney } from './look-again.ts';
import {
  channelOfProvider,
  insertFoundAttempt,
  lockCapture,
  lockDifferences,
  recordDecision,
} from './queries.ts';

/** Constraints that fail when the capture was booked meanwhile. */
const BOOKED: ReadonlySet<string | null> = new Set([
  'one_attempt_per_capture',
  // The rule of the release before. It is there, and reported first, until its migration is finished.
  'one_capture_per_attempt',
  'found_money_is_decided_once',
  'payment_attempts_pkey',
]);

/**
 * Runs a decision about found money in one transaction, under the locks of its differences. Of
 * several decisions the first counts; a webhook or a repair that books the money first wins, too.
 */
export async function decideOnce<Decided>(
  ctx: Ctx,
  { difference }: FoundMoney,
  decide: (tx: Tx) => Promise<Decided>,
) {
  const { provider, subject: captureRef } = difference;
  try {
    return await ctx.db.transaction(async (tx) => {
      const rows = await tx.many(lockDifferences, { provider, captureRef });
      const isOpen = rows.find(({ id }) => id === difference.id)?.is_open === true;
      return isOpen ? await decide(tx) : refused('difference_settled_already');
    });
  } catch (error) {
    if (BOOKED.has(violatedConstraint(error))) return refused('found_money_is_booked');
    throw error;
  }
}

/** The last statements of a decision's transaction. */
export type FoundEnd = (
  tx: Tx,
  decided: {
    readonly orderId: string;
    readonly project: string;
    readonly amount: number;
    readonly currency: string;
  },
) => Promise<void>;

/** The order that books found money, and its attempt's number in it. */
export type Booking = {
  readonly orderId: string;
  readonly project: string;
  /** Null: before the order's other attempts. */
  readonly n: number | null;
  readonly event: 'paid' | 'double_payment' | 'too_late_for_this_order' | 'found_money';
  readonly decision: 'adopted' | 'paid_back';
  readonly because: string;
};

/**
 * Books found money as a paid attempt of an order, with its fee, and records the decision. Its time
 * in the ledger is now, the fee's too: the days before are closed.
 */
export async function bookFound(
  ctx: Ctx,
  tx: Tx,
  found: FoundMoney,
  booking: Booking,
): Promise<string> {
  const { difference, capture, named, isNumberTaken, paymentRef } = found;
  const { provider, merchant, subject: captureRef, id: differenceId } = difference;
  const { orderId, project, n, event, decision, because } = booking;
  const now = ctx.clock.now();
  const channel = await tx.maybe(channelOfProvider, { project, provider });
  // Its number is the attempt's id where it can be, so that every later message finds it.
  const ownId = isNumberTaken ? null : capture.attemptId;
  const fallback = { pay_id: provider, method: provider === 'paypal' ? 'wallet' : 'card' };
  const { pay_id: payId, method } = named ?? channel ?? fallback;
  const { id: attemptId } = await tx.one(insertFoundAttempt, {
    orderId,
    attemptId: ownId,
    n,
    payId,
    provider,
    merchant,
    method,
    country: found.named?.country ?? UNKNOWN_COUNTRY,
    currency: capture.currency,
    amountMinor: capture.amount,
    captureRef,
    event,
    now,
    detail: { found: captureRef, because },
  });
  if (named !== null) await endNamed(ctx, tx, named.id);
  await tx.one(lockCapture, { provider, captureRef });
  await tx.run(recordDecision, {
    provider,
    captureRef,
    differenceId,
    decision,
    attemptId,
    merchantNumber: attemptId === capture.attemptId ? null : capture.attemptId,
    paymentRef,
    capturedAt: capture.at,
    because,
    now,
  });
  const hasFee = (capture.fee ?? 0) > 0;
  await tx.one(bookFees, {
    subjects: hasFee ? [`capture:${provider}:${captureRef}`] : [],
    attemptIds: hasFee ? [attemptId] : [],
    currencies: hasFee ? [capture.currency] : [],
    amountsMinor: hasFee ? [capture.fee ?? 0] : [],
    chargedAts: hasFee ? [now] : [],
  });
  return attemptId;
}

/** Ends the attempt whose number the money has, because the gateway will report nothing else under that number. */
async function endNamed(ctx: Ctx, tx: Tx, attemptId: string): Promise<void> {
  const attempt = await tx.one(lockAttempt, { attemptId });
  await tx.run(removeLateQuery, { attemptId });
  if (!LIVE_ATTEMPT_STATES.some((live) => live === attempt.state)) return;
  await writeTransition(ctx, tx, attempt, {
    to: 'FAILED',
    failure: 'cancelled',
    source: 'operator',
    event: 'found_money_decided',
    isOverAtGateway: true,
  });
}
