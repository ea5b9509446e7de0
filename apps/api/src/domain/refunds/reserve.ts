import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { insertRefund } from '../orders/queries.ts';
import { leftOf, whyNoRefund, type RefundRefusal } from './rules.ts';
import type { PaidAttempt, RefundReason } from './queries.ts';

export type Reserved =
  | {
      readonly kind: 'reserved';
      readonly refundId: string;
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: 'refused'; readonly why: RefundRefusal | 'not_a_step_of_the_gateway' };

/**
 * Reserves a refund of a locked attempt before any call; the sweep sends it. The caller holds the
 * order's lock.
 * @param wanted.amount minor units; null: all that is left
 */
export async function reserve(
  ctx: Ctx,
  tx: Tx,
  paid: PaidAttempt,
  wanted: {
    readonly amount: number | null;
    readonly reason: RefundReason;
    readonly source: 'operator' | 'worker' | 'webhook';
    /** The failed refund that this one replaces. */
    readonly insteadOf?: string | undefined;
  },
): Promise<Reserved> {
  const { currency, order_id: orderId, id: attemptId, has_open_dispute: hasOpenDispute } = paid;
  const isInParts = ctx.config.methods.get(paid.pay_id)?.isRefundableInPart ?? true;
  const { reason, source, insteadOf } = wanted;
  const amount = wanted.amount ?? leftOf(paid);
  const isNothing = wanted.amount === null && amount <= 0;
  const why = isNothing ? 'nothing_left' : whyNoRefund(paid, amount, hasOpenDispute, isInParts);
  if (why !== null) return { kind: 'refused', why };
  if (!ctx.gateways[paid.provider].canCharge(amount, currency)) {
    return { kind: 'refused', why: 'not_a_step_of_the_gateway' };
  }
  const { id: refundId } = await tx.one(insertRefund, {
    orderId,
    attemptId,
    amountMinor: amount,
    currency,
    reason,
    insteadOf: insteadOf ?? null,
    source,
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
    detail: { amount_minor: amount, instead_of: insteadOf },
  });
  return { kind: 'reserved', refundId, amount, currency };
}
