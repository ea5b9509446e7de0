import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { limitWindowStart } from '../catalog/limits.ts';
import { goodsHeld, limitedItems, lockPlayer } from './queries.ts';

/** Whether limits still allow a late-paid order (payments.md §3.3). Locks the player. */
export async function canStillDeliver(
  ctx: Ctx,
  tx: Tx,
  order: { readonly id: string; readonly playerId: number },
): Promise<boolean> {
  const items = await tx.many(limitedItems, { orderId: order.id });
  if (items.length === 0) return true;
  await tx.one(lockPlayer, { playerId: order.playerId });
  const held = await tx.many(goodsHeld, {
    playerId: order.playerId,
    productIds: items.map((item) => item.product_id),
    windowStarts: items.map((item) =>
      limitWindowStart(item.limit_period ?? 'once', item.created_at),
    ),
    exceptOrderId: order.id,
    now: ctx.clock.now(),
  });
  const heldOf = new Map(held.map((row) => [row.product_id, row.held]));
  return items.every(
    (item) => (heldOf.get(item.product_id) ?? 0) + item.count <= (item.limit_max ?? 0),
  );
}
