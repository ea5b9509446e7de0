import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder, transitionOrder } from '../orders/queries.ts';
import { fundingDeclined, lastAttemptOfOrder, type AttemptRow } from './queries.ts';

/** Cancels an order without attempts (R05); false, and no change, when it has one. */
export async function abandonWithoutAttempt(
  ctx: Ctx,
  tx: Tx,
  orderId: string,
  event: string,
): Promise<boolean> {
  const order = await tx.one(lockOrder, { orderId });
  if ((await tx.maybe(lastAttemptOfOrder, { orderId })) !== null) return false;
  if (order.state === 'open') {
    const now = ctx.clock.now();
    await tx.run(transitionOrder, {
      orderId,
      toState: 'failed',
      reason: 'cancelled',
      now,
      source: 'player',
      event,
      fromState: order.state,
    });
  }
  return true;
}

/**
 * The failure of an attempt that its player left: `declined` when the wallet refused the money,
 * else `cancelled`. A capture before approval is no refusal.
 */
export async function abandonReason(
  tx: Tx,
  attempt: AttemptRow,
): Promise<'declined' | 'cancelled'> {
  if (attempt.capture_attempts === 0) return 'cancelled';
  const { declined } = await tx.one(fundingDeclined, {
    orderId: attempt.order_id,
    attemptId: attempt.id,
  });
  return declined ? 'declined' : 'cancelled';
}
