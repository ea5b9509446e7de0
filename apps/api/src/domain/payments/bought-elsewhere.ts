import type { Tx } from '../../platform/db/pool.ts';
import { isOutOfCart } from '../cart/check-out.ts';
import { boughtElsewhere } from '../orders/queries.ts';
import type { AttemptRow } from './queries.ts';

/**
 * Whether an unpaid order's cart has gone to another order since it was made (docs/decisions/0009).
 * Under its player's lock, so that of two phones one is first.
 */
export async function isBoughtElsewhere(
  tx: Tx,
  order: Pick<AttemptRow, 'order_id' | 'order_state' | 'source'>,
): Promise<boolean> {
  // One that is being paid, or is paid, holds its goods itself.
  if (order.source !== 'cart' || isOutOfCart(order.order_state)) return false;
  return (await tx.one(boughtElsewhere, { orderId: order.order_id })).bought;
}
