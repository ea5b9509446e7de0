import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { paidAttempt } from './delivery-queries.ts';
import { insertRefund } from '../orders/queries.ts';

/**
 * Reserves the rest of an order's payment in the transaction that records that its goods were
 * refused. The caller holds the order's lock.
 * @returns the sum; null: nothing is left
 * @throws Error for a delivery without a captured payment
 */
export async function refundUndelivered(
  ctx: Ctx,
  tx: Tx,
  orderId: string,
  source: 'worker' | 'operator',
): Promise<{ readonly minor: number; readonly currency: string } | null> {
  const paid = await tx.maybe(paidAttempt, { orderId });
  if (paid === null || paid.left_minor === null) {
    throw new Error(`order ${orderId} has a delivery but no captured payment`);
  }
  if (paid.left_minor <= 0) return null;
  await tx.one(insertRefund, {
    orderId,
    attemptId: paid.id,
    amountMinor: paid.left_minor,
    currency: paid.currency,
    reason: 'not_deliverable',
    insteadOf: null,
    source,
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
    detail: {},
  });
  return { minor: paid.left_minor, currency: paid.currency };
}
