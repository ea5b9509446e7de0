import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder, transitionOrder } from '../orders/queries.ts';
import { lastAttemptOfOrder } from './queries.ts';

/**
 * Gives up an order that nobody has tried to pay yet (R05). It answers false, and changes nothing,
 * when an attempt was made meanwhile: then that attempt speaks for the order.
 */
export async function giveUpUntried(
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
