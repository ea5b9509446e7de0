import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { paidAttempt, reserveUndeliverable } from './queries.ts';

/**
 * Reserves the refund of undeliverable goods in the transaction that records the rejection.
 * @throws Error for a delivery without a captured payment
 */
export async function reserveRefund(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const paid = await tx.maybe(paidAttempt, { orderId });
  if (paid === null || paid.captured_minor === null) {
    throw new Error(`order ${orderId} has a delivery but no captured payment`);
  }
  await tx.run(reserveUndeliverable, {
    orderId,
    attemptId: paid.id,
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
  });
}
