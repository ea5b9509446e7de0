import type { OrderState } from '@webpay/contract/order-states';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { OrderedProduct } from '../orders/price-lines.ts';
import {
  cartCounts,
  dropUsedUp,
  forgetTaken,
  giveLinesBack,
  lockLines,
  takeLines,
} from './queries.ts';

/**
 * Queues an order against the cart it is said to come from: each good must stand in it, as often.
 * A part of a cart may be bought. A player who never put anything into a cart of ours has none to
 * differ from.
 * @throws Refusal CART_REFRESHED when another device changed the cart meanwhile, or bought it
 */
export async function checkCartHolds(
  tx: Tx,
  playerId: number,
  products: readonly OrderedProduct[],
): Promise<void> {
  const cart = await tx.maybe(cartCounts, { playerId });
  if (cart === null) return;
  const counts = new Map(Object.entries(cart.counts));
  const differs = products.some(({ product_id, count }) => counts.get(product_id) !== count);
  if (differs) throw new Refusal('CART_REFRESHED');
}

/**
 * Keeps a cart in step with an order made from it: what is being paid, or is paid, stands in no
 * cart; what failed or timed out stands there again. As many as were ordered move; what was added
 * since stays. Under the lock of the order.
 */
export async function transitionWithOrder(
  tx: Tx,
  order: { readonly id: string; readonly playerId: number },
  from: OrderState,
  to: OrderState,
): Promise<void> {
  if (!isOutOfCart(from) && isOutOfCart(to)) {
    await tx.many(lockLines, { orderId: order.id, playerId: order.playerId });
    await tx.run(takeLines, { orderId: order.id, playerId: order.playerId });
  }
  if (isOutOfCart(from) && !isOutOfCart(to)) {
    await tx.run(giveLinesBack, { orderId: order.id });
    await tx.run(forgetTaken, { orderId: order.id });
  }
  if (to === 'success' && from !== to)
    await tx.run(dropUsedUp, { orderId: order.id, playerId: order.playerId });
}

/** Whether the goods of an order from the cart stand in it no more. */
export function isOutOfCart(state: OrderState): boolean {
  return state === 'waiting' || state === 'success' || state === 'refunded';
}
