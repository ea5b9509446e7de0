import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { reserve, sumsOf } from '../refunds/reserve.ts';
import { leftOf } from '../refunds/rules.ts';
import {
  followRefund,
  hasLaterRefund,
  lockPaidAttempt,
  lockRefund,
  type RefundRow,
} from '../refunds/queries.ts';
import { askAboutFailed, failedAndAsked } from './ask-about-failed.ts';
import { refundById } from './operator-sql.ts';
import { payBack, type PaidBack, type PayBackRefusal } from './pay-back.ts';
import { noteOperatorRefund } from './sql.ts';

export type AgainRefusal =
  | PayBackRefusal
  | 'no_such_refund'
  | 'refund_went_back'
  /** It has not failed: it waits for its turn, or for its gateway's word. */
  | 'refund_on_its_way'
  /** Its money went another way, and it was let go for that. */
  | 'refund_let_go'
  | 'refund_sent_again_already';

export type SentAgain =
  | {
      readonly kind: 'done';
      readonly refundId: string;
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: 'refused'; readonly why: AgainRefusal; readonly refundId?: string };

const refused = (why: AgainRefusal) => ({ kind: 'refused', why }) as const;

/**
 * Sends a refund that its gateway refused once more, whatever it was for: under a number of its own,
 * as the gateways demand after a failure, and only when the gateway, asked now, says that nothing
 * went back by it or by another failed one of its payment. Decided under the order's lock; a failed refund has one successor.
 */
export async function refundAgain(
  ctx: Ctx,
  decision: {
    readonly refundId: string;
    readonly allowDelivered: boolean;
    readonly because: string;
  },
): Promise<SentAgain> {
  const { refundId, because } = decision;
  if ((await ctx.db.maybe(refundById, { refundId })) === null) return refused('no_such_refund');
  const failed = await ctx.db.transaction(async (tx) => lockFailed(tx, refundId));
  if (typeof failed === 'string') return refused(failed);
  const answer = await askAboutFailed(ctx, failed.attempt_id);
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    // Whoever was quicker meanwhile: a message of the gateway, or another operator.
    const still = await lockFailed(tx, refundId);
    if (typeof still === 'string') return refused(still);
    const sent = await sendAgain(ctx, tx, still, decision.allowDelivered, answer.refunds);
    if (sent.kind === 'refused') return sent;
    const { order_id: orderId, currency } = still;
    await tx.run(followRefund, { previousRefundId: refundId, refundId: sent.refundId, orderId });
    await tx.run(noteOperatorRefund, {
      orderId,
      now: ctx.clock.now(),
      refundId: sent.refundId,
      because,
    });
    return { kind: 'done', refundId: sent.refundId, amount: sent.amount, currency };
  });
}

async function lockFailed(tx: Tx, refundId: string): Promise<RefundRow | AgainRefusal> {
  const refund = await tx.one(lockRefund, { refundId });
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

/** The same sum for the same reason, or what is left of it when a part went another way. */
async function sendAgain(
  ctx: Ctx,
  tx: Tx,
  failed: RefundRow,
  allowDelivered: boolean,
  asked: ReadonlySet<string>,
): Promise<PaidBack> {
  const { id: insteadOf, order_id: orderId, reason } = failed;
  const paid = await tx.one(lockPaidAttempt, { attemptId: failed.attempt_id });
  const left = leftOf(sumsOf(paid));
  const amount = left > 0 ? Math.min(left, failed.amount_minor) : failed.amount_minor;
  switch (reason) {
    case 'resolution':
    case 'operator':
      return payBack(ctx, tx, {
        orderId,
        amount,
        reason,
        allowDelivered,
        allowOverpayment: true,
        asked,
        insteadOf,
      });
    case 'double_payment':
    case 'not_deliverable':
    case 'external': {
      const known = await failedAndAsked(tx, paid.id, asked);
      if (known.kind === 'refused') return known;
      // What came too much bought nothing, and what its game refused was not given.
      return reserve(ctx, tx, paid, { amount, reason, source: 'operator', insteadOf });
    }
    default:
      return unreachable('reason', reason);
  }
}
