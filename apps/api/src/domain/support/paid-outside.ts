import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { finishOrder } from '../refunds/finish-order.ts';
import { lockRefund } from '../refunds/lock-rows.ts';
import { bookedUnder, relinkRequest, lockBankNumber } from '../refunds/queries.ts';
import type { RefundRow } from '../refunds/lock-queries.ts';
import { retryOfRefund } from '../refunds/retry-queries.ts';
import type { AtRefundEnd, Refunded } from './pay-back.ts';
import { noteOperatorRefund } from './queries.ts';
import { queryFailedRefunds } from './query-failed-refunds.ts';
import { lockFailed, replaceFailed, type RefundAgainRefusal } from './refund-again.ts';
import { refused } from './rules.ts';

type OutsideRefusal =
  | RefundAgainRefusal
  | 'refund_sent_again_by_itself'
  /** Another refund is booked under the bank's number. */
  | 'number_is_used';

/**
 * Books a failed refund whose money an operator returned outside the gateway, as by a bank transfer: a successor that is
 * done from the start. Requires that nobody sends the refund any more, that its gateway confirms for each failed refund of
 * the payment that it returned no money, and that the whole sum is left.
 */
export async function bookPaidOutside(
  ctx: Ctx,
  decision: {
    readonly refundId: string;
    /** The bank's number of the payment. */
    readonly bankNumber: string;
    readonly allowDelivered: boolean;
    /** The transfer paid other refunds too; without it, a second booking under its number is refused. */
    readonly allowSameNumber: boolean;
    readonly because: string;
  },
  finish?: AtRefundEnd,
): Promise<Refunded<OutsideRefusal>> {
  const { refundId, because, allowDelivered, bankNumber, allowSameNumber } = decision;
  const failed = await ctx.db.transaction(async (tx) => lockGivenUp(tx, refundId));
  if (typeof failed === 'string') return refused(failed);
  const answer = await queryFailedRefunds(ctx, failed.attempt_id);
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    // A gateway message or another operator may have changed it meanwhile.
    const current = await lockGivenUp(tx, refundId);
    if (typeof current === 'string') return refused(current);
    await tx.one(lockBankNumber, { bankNumber });
    const [other] = allowSameNumber ? [] : await tx.many(bookedUnder, { bankNumber, refundId });
    if (other !== undefined) return { ...refused('number_is_used'), refundId: other.id };
    const { amount_minor: amount } = current;
    const choice = { amount, allowDelivered, because, bankNumber };
    const booked = await replaceFailed(ctx, tx, current, choice, answer.refunds);
    if (booked.kind === 'refused') return booked;
    const made = { orderId: current.order_id, refundId: booked.refundId };
    await tx.run(relinkRequest, { ...made, previousRefundId: refundId });
    await tx.run(noteOperatorRefund, { ...made, now: ctx.clock.now(), because });
    await finishOrder(ctx, tx, await lockRefund(tx, booked.refundId), 'operator');
    await finish?.(tx, booked);
    return { ...booked, kind: 'done' };
  });
}

/** A refund that nobody sends any more: failed, without a successor, and not tried again by the shop. */
async function lockGivenUp(tx: Tx, refundId: string): Promise<RefundRow | OutsideRefusal> {
  const failed = await lockFailed(tx, refundId);
  if (typeof failed === 'string') return failed;
  const { retry_at: retryAt } = await tx.one(retryOfRefund, { refundId });
  return retryAt === null ? failed : 'refund_sent_again_by_itself';
}
