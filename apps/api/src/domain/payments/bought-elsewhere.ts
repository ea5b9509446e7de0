import type { Tx } from '../../platform/db/pool.ts';
import { isOutOfCart } from '../cart/check-out.ts';
import { boughtElsewhere } from '../orders/queries.ts';
import type { AttemptRow } from './queries.ts';

/** Whether another order took the cart (docs/decisions/0009). Needs the player's lock. */
export async function isBoughtElsewhere(
  tx: Tx,
  order: Pick<AttemptRow, 'order_id' | 'order_state' | 'source'>,
): Promise<boolean> {
  // An order in payment, or paid, reserves its goods itself.
  if (order.source !== 'cart' || isOutOfCart(order.order_state)) return false;
  return (await tx.one(boughtElsewhere, { orderId: order.order_id })).bought;
}
