import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { limitWindowEnd, limitWindowStart } from '../catalog/limits.ts';
import type { GoodsRow } from '../catalog/queries.ts';
import type { OrderedProduct } from './price-lines.ts';
import { goodsHeld, limitedItems } from './queries.ts';

/**
 * Checks each product's purchase limit against the player's orders.
 * @param excludedOrder the order being paid, which does not count
 * @throws Refusal ITEM_MAXIMUM with `max`, the limit of one window
 */
export async function checkLimits(
  ctx: Ctx,
  tx: Tx,
  playerId: number,
  limited: readonly LimitedGood[],
  excludedOrder: string,
): Promise<void> {
  const over = await overLimit(ctx, tx, limited, { id: excludedOrder, playerId });
  if (over === undefined) return;
  throw new Refusal('ITEM_MAXIMUM', { product_id: over.product_id, max: over.limit_max });
}

export function limitedGoods(
  products: readonly OrderedProduct[],
  goods: ReadonlyMap<string, GoodsRow>,
): LimitedGood[] {
  return products.flatMap(({ product_id, count }) => {
    const { limit_max = null, limit_period = null } = goods.get(product_id) ?? {};
    const isLimited = limit_max !== null && limit_period !== null;
    return isLimited ? [{ product_id, count, limit_max, limit_period }] : [];
  });
}

/** Whether limits still allow a late-paid order (payments.md §3.3). Needs the player's lock. */
export async function canStillDeliver(ctx: Ctx, tx: Tx, order: HeldBeside): Promise<boolean> {
  const items = await tx.many(limitedItems, { orderId: order.id });
  const [first] = items;
  if (first === undefined) return true;
  return (await overLimit(ctx, tx, items, order, first.created_at)) === undefined;
}

/** An order. Itself it does not count, nor do orders that will give way to it. */
export type HeldBeside = {
  readonly id: string;
  readonly playerId: number;
  readonly yielding?: readonly string[];
};

type LimitedGood = OrderedProduct & Pick<GoodsRow, 'limit_max' | 'limit_period'>;

/** The first good beyond its limit in the windows of `at`; the order itself does not count. */
async function overLimit(
  ctx: Ctx,
  tx: Tx,
  goods: readonly LimitedGood[],
  order: HeldBeside,
  at = ctx.clock.now(),
): Promise<LimitedGood | undefined> {
  if (goods.length === 0) return undefined;
  const held = await tx.many(goodsHeld, {
    playerId: order.playerId,
    productIds: goods.map((good) => good.product_id),
    windowStarts: goods.map((good) => limitWindowStart(good.limit_period ?? 'once', at)),
    windowEnds: goods.map((good) => limitWindowEnd(good.limit_period ?? 'once', at)),
    exceptOrderIds: [order.id, ...(order.yielding ?? [])],
    now: ctx.clock.now(),
  });
  const heldOf = new Map(held.map((row) => [row.product_id, row.held]));
  return goods.find(
    (good) => (heldOf.get(good.product_id) ?? 0) + good.count > (good.limit_max ?? 0),
  );
}
