import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { reserve } from '../refunds/reserve.ts';
import { leftOf } from '../refunds/rules.ts';
import { relinkRequest, hasLaterRefund } from '../refunds/queries.ts';
import type { RefundRow } from '../refunds/lock-queries.ts';
import { endRetries } from '../refunds/retry-queries.ts';
import { queryFailedRefunds, checkFailedQueried } from './query-failed-refunds.ts';
import {
  payBack,
  type AtRefundEnd,
  type PaidBack,
  type PayBackRefusal,
  type Refunded,
} from './pay-back.ts';
import { noteOperatorRefund } from './queries.ts';
import { refused } from './rules.ts';
import { findAndLockRefund, lockPaidAttempt } from '../refunds/lock-rows.ts';

export type RefundAgainRefusal =
  | PayBackRefusal
  | 'no_such_refund'
  | 'refund_went_back'
  /** Not failed: queued, or waiting for the gateway's result. */
  | 'refund_on_its_way'
  /** The money was returned another way, so the refund was released. */
  | 'refund_let_go'
  | 'refund_sent_again_already';

/**
 * Sends a refused refund again under a new id, as gateways demand after a failure. Requires that the gateway confirms
 * no failed refund of the payment returned money; a failed refund has one successor.
 */
export async function refundAgain(
  ctx: Ctx,
  decision: {
    readonly refundId: string;
    readonly allowDelivered: boolean;
    /** An operator's reason; null: the shop itself. */
    readonly because: string | null;
  },
  finish?: AtRefundEnd,
): Promise<Refunded<RefundAgainRefusal>> {
  const { refundId, because } = decision;
  const failed = await ctx.db.transaction(async (tx) => lockFailed(tx, refundId));
  if (typeof failed === 'string') return refused(failed);
  const answer = await queryFailedRefunds(ctx, failed.attempt_id);
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    // A gateway message or another operator may have changed it meanwhile.
    const current = await lockFailed(tx, refundId);
    if (typeof current === 'string') return refused(current);
    const sent = await sendAgain(ctx, tx, current, decision, answer.refunds);
    if (sent.kind === 'refused') return sent;
    const made = { orderId: current.order_id, refundId: sent.refundId };
    await tx.run(relinkRequest, { ...made, previousRefundId: refundId });
    await tx.run(endRetries, { refundId });
    if (because !== null) {
      await tx.run(noteOperatorRefund, { ...made, now: ctx.clock.now(), because });
    }
    await finish?.(tx, sent);
    return { ...sent, kind: 'done' };
  });
}

/** Answers that another attempt may change; every other one is left to an operator. */
const PASSING: ReadonlySet<string> = new Set<RefundAgainRefusal>([
  'refund_cannot_be_asked_about',
  'refund_just_failed',
  'case_open',
]);

/**
 * Sends a refused refund of an overpayment or of undeliverable goods again, as a sweep finds it. A
 * silent gateway or an open dispute leaves it due.
 */
export async function retryRefusedRefund(ctx: Ctx, refundId: string): Promise<void> {
  const sent = await refundAgain(ctx, { refundId, allowDelivered: false, because: null });
  if (sent.kind === 'done' || PASSING.has(sent.why)) return;
  await ctx.db.run(endRetries, { refundId });
}

/** Locks a failed refund without a successor, or tells why there is none. */
export async function lockFailed(
  tx: Tx,
  refundId: string,
): Promise<RefundRow | RefundAgainRefusal> {
  const refund = await findAndLockRefund(tx, refundId);
  if (refund === null) return 'no_such_refund';
  switch (refund.state) {
    case 'SUCCEEDED':
      return 'refund_went_back';
    case 'RESERVED':
    case 'SUBMITTING':
    case 'PENDING':
    case 'UNKNOWN':
      return 'refund_on_its_way';
    case 'FAILED': {
      const { failure } = refund;
      if (failure === 'paid_back_elsewhere' || failure === 'lost_to_a_case') return 'refund_let_go';
      const { is_so: hasLater } = await tx.one(hasLaterRefund, { refundId });
      return hasLater ? 'refund_sent_again_already' : refund;
    }
    default:
      return unreachable('refund state', refund.state);
  }
}

/** The same sum for the same reason, or the rest when a part was refunded another way. */
async function sendAgain(
  ctx: Ctx,
  tx: Tx,
  failed: RefundRow,
  choice: { readonly allowDelivered: boolean; readonly because: string | null },
  queried: ReadonlySet<string>,
): Promise<PaidBack> {
  const left = leftOf(await lockPaidAttempt(tx, failed.attempt_id));
  const amount = left > 0 ? Math.min(left, failed.amount_minor) : failed.amount_minor;
  return replaceFailed(ctx, tx, failed, { ...choice, amount }, queried);
}

/** Writes the successor of a failed refund, for the same reason. The caller holds the order's lock. */
export async function replaceFailed(
  ctx: Ctx,
  tx: Tx,
  failed: RefundRow,
  choice: {
    /** Minor units. */
    readonly amount: number;
    readonly allowDelivered: boolean;
    /** An operator's reason; null: the shop itself. */
    readonly because: string | null;
    readonly bankNumber?: string;
  },
  queried: ReadonlySet<string>,
): Promise<PaidBack> {
  const { amount, allowDelivered, because, bankNumber } = choice;
  const { id: insteadOf, order_id: orderId, reason } = failed;
  switch (reason) {
    case 'resolution':
    case 'operator':
      return payBack(ctx, tx, {
        orderId,
        amount,
        reason,
        allowDelivered,
        allowOverpayment: true,
        queried,
        insteadOf,
        bankNumber,
      });
    case 'double_payment':
    case 'not_deliverable':
    case 'external': {
      const failedNow = await checkFailedQueried(tx, failed.attempt_id, queried);
      if (failedNow.kind === 'refused') return failedNow;
      // An overpayment bought nothing, and rejected goods were not delivered.
      const source = because === null ? 'worker' : 'operator';
      const paid = await lockPaidAttempt(tx, failed.attempt_id);
      return reserve(ctx, tx, paid, { amount, reason, source, insteadOf, bankNumber });
    }
    default:
      return unreachable('reason', reason);
  }
}
