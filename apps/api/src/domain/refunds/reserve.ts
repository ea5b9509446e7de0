import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { leftOf, whyNoRefund, type RefundRefusal, type Sums } from './rules.ts';
import { reserveRefund, type PaidAttempt, type RefundReason } from './queries.ts';

export function sumsOf(row: {
  readonly captured_minor: number | null;
  readonly reserved_minor: number;
  readonly refunded_minor: number;
  readonly lost_minor: number;
}): Sums {
  return {
    captured: row.captured_minor ?? 0,
    reserved: row.reserved_minor,
    refunded: row.refunded_minor,
    lost: row.lost_minor,
  };
}

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
    readonly insteadOf?: string;
  },
): Promise<Reserved> {
  const sums = sumsOf(paid);
  const amount = wanted.amount ?? leftOf(sums);
  const why = wanted.amount === null && amount <= 0 ? 'nothing_left' : null;
  const refusal = why ?? whyNoRefund(sums, amount, paid.has_open_dispute);
  if (refusal !== null) return { kind: 'refused', why: refusal };
  if (!ctx.gateways[paid.provider].canCharge(amount, paid.currency)) {
    return { kind: 'refused', why: 'not_a_step_of_the_gateway' };
  }
  const { id } = await tx.one(reserveRefund, {
    orderId: paid.order_id,
    attemptId: paid.id,
    amountMinor: amount,
    currency: paid.currency,
    reason: wanted.reason,
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
    source: wanted.source,
    insteadOf: wanted.insteadOf ?? null,
  });
  return { kind: 'reserved', refundId: id, amount, currency: paid.currency };
}
