import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { insertRefund } from '../orders/queries.ts';
import { leftOf, whyNoRefund, whyNotOutside, type RefundRefusal } from './rules.ts';
import { insertPaidOutside, type RefundReason } from './queries.ts';
import type { PaidAttempt } from './lock-queries.ts';

export type Reserved =
  | {
      readonly kind: 'reserved';
      readonly refundId: string;
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: 'refused'; readonly why: RefundRefusal | 'not_a_step_of_the_gateway' };

/**
 * Writes a refund of a locked attempt before any call: the sweep sends it, or it is done when our bank paid it. The caller
 * holds the order's lock.
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
    /** The bank's number of a payment outside the gateway: the refund is done, and nothing is sent. */
    readonly bankNumber?: string | undefined;
  },
): Promise<Reserved> {
  const { currency, order_id: orderId, id: attemptId } = paid;
  const { reason, source, insteadOf, bankNumber } = wanted;
  const amount = wanted.amount ?? leftOf(paid);
  const why = whyNot(ctx, paid, amount, wanted);
  if (why !== null) return { kind: 'refused', why };
  const row = {
    orderId,
    attemptId,
    amountMinor: amount,
    currency,
    reason,
    source,
    insteadOf: insteadOf ?? null,
    now: ctx.clock.now(),
    detail: { amount_minor: amount, instead_of: insteadOf },
  };
  const { id: refundId } =
    bankNumber === undefined
      ? await tx.one(insertRefund, { ...row, nextAttemptAt: ctx.clock.real() })
      : await tx.one(insertPaidOutside, { ...row, bankNumber });
  return { kind: 'reserved', refundId, amount, currency };
}

function whyNot(
  ctx: Ctx,
  paid: PaidAttempt,
  amount: number,
  wanted: { readonly amount: number | null; readonly bankNumber?: string | undefined },
): Extract<Reserved, { kind: 'refused' }>['why'] | null {
  const { currency, has_open_dispute: hasOpenDispute } = paid;
  if (wanted.amount === null && amount <= 0) return 'nothing_left';
  if (wanted.bankNumber !== undefined) return whyNotOutside(paid, amount, hasOpenDispute);
  const isInParts = ctx.config.methods.get(paid.pay_id)?.isRefundableInPart ?? true;
  const why = whyNoRefund(paid, amount, hasOpenDispute, isInParts);
  if (why !== null) return why;
  return gatewayOf(ctx.gateways, paid).canCharge(amount, currency)
    ? null
    : 'not_a_step_of_the_gateway';
}
