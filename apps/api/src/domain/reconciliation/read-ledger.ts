import type { Ctx } from '../../context.ts';
import type { StatementCapture, StatementRefund } from '../../gateways/port.ts';
import type { Compared, Provider } from './difference.ts';
import { quarantinedInPeriod, ourCaptures, ourRefunds, quarantinedCaptures } from './queries.ts';

/** Reads our side of all that a statement names, and of its period. */
export async function readLedger(
  ctx: Ctx,
  provider: Provider,
  theirs: {
    readonly captures: readonly StatementCapture[];
    readonly refunds: readonly StatementRefund[];
  },
  from: Date,
  to: Date,
): Promise<Compared> {
  const numbers = theirs.captures.map((each) => each.id);
  const captures = await ctx.db.many(ourCaptures, {
    provider,
    attemptIds: theirs.captures.flatMap((each) => each.attemptId ?? []),
    captureRefs: numbers,
    from,
    to,
  });
  const refunds = await ctx.db.many(ourRefunds, {
    provider,
    refundIds: theirs.refunds.flatMap((each) => each.refundId ?? []),
    gatewayRefs: theirs.refunds.map((each) => each.id),
    from,
    to,
  });
  const quarantined = await ctx.db.many(quarantinedCaptures, { provider, numbers });
  const held = await ctx.db.many(quarantinedInPeriod, { provider, from, to });
  return {
    provider,
    theirs,
    ours: {
      captures: captures.map((row) => ({
        attemptId: row.attempt_id,
        orderId: row.order_id,
        state: row.state,
        amount: row.amount_minor,
        currency: row.currency,
        captureRef: row.capture_ref,
        bookedAt: row.booked_at,
        backMinor: row.back_minor,
        hasDispute: row.has_dispute,
      })),
      refunds: refunds.map((row) => ({
        refundId: row.refund_id,
        orderId: row.order_id,
        attemptId: row.attempt_id,
        gatewayRef: row.gateway_ref,
        state: row.state,
        amount: row.amount_minor,
        currency: row.currency,
        bookedAt: row.booked_at,
      })),
      quarantined: quarantined.map((row) => row.number),
      quarantinedInPeriod: held.map((row) => ({
        number: row.number,
        amount: row.amount_minor,
        currency: row.currency,
        attemptId: row.attempt_id,
        bookedAt: row.at,
      })),
    },
    from,
    to,
  };
}
