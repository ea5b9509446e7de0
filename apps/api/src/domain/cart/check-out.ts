import type { OrderState } from '@webpay/contract/order-states';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { OrderedProduct } from '../orders/price-lines.ts';
import {
  cartCounts,
  dropUsedUp,
  clearTaken,
  giveLinesBack,
  lockLines,
  takeLines,
} from './queries.ts';

/**
 * Compares an order with the cart it comes from: each good must be there with the same count. A
 * part of a cart may be bought; a player without a cart passes.
 * @throws Refusal CART_REFRESHED when another device changed or bought the cart meanwhile
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
 * Keeps a cart in step with an order made from it, under the order's lock. Goods being paid or paid
 * leave the cart; goods of failed or expired orders return.
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
    await tx.run(clearTaken, { orderId: order.id });
  }
  if (to === 'success' && from !== to)
    await tx.run(dropUsedUp, { orderId: order.id, playerId: order.playerId });
}

export function isOutOfCart(state: OrderState): boolean {
  return state === 'waiting' || state === 'success' || state === 'refunded';
}
