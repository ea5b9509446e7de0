import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { checkCartHolds } from '../cart/check-out.ts';
import { taxToKeep, type KeptTax } from '../projects/project-data.ts';
import { newId } from '../orders/ids.ts';
import { productsKey } from '../orders/price-lines.ts';
import { insertOrder, type OrderValues } from '../orders/queries.ts';
import { soldLines } from '../orders/sold-goods.ts';
import { priceAndCheck, type KnownFacts } from './price-purchase.ts';
import type { Basket, Purchase } from './purchase.ts';

/** Contract §4. */
const PAYABLE_MS = 30 * 60_000;

/**
 * Makes an unpaid order with its items, under its player's lock.
 * @throws Refusal those of planOrder
 */
export async function placeOrder(
  ctx: Ctx,
  tx: Tx,
  purchase: Basket,
): Promise<{ readonly orderId: string; readonly totalMinor: number }> {
  const order = await planOrder(ctx, tx, purchase);
  await tx.run(insertOrder, order);
  return order;
}

/**
 * The rows of a new unpaid order, under its player's lock.
 * @throws Refusal CART_REFRESHED when the player's cart lacks the goods, and those of priceAndCheck
 */
export async function planOrder(
  ctx: Ctx,
  tx: Tx,
  purchase: Basket & Partial<Pick<Purchase, 'channel'>>,
  known?: KnownFacts,
): Promise<OrderValues> {
  const { lines, totalMinor, usdMinor } = await priceAndCheck(ctx, tx, purchase, '', known);
  const { source, playerId, products } = purchase;
  if (source === 'cart') await checkCartHolds(tx, playerId, products);
  const now = ctx.clock.now();
  const orderId = newId(ctx);
  ctx.trace?.join(orderId, true);
  return {
    ...purchase,
    orderId,
    productsKey: productsKey(products),
    totalMinor,
    usdMinor,
    ...keptTax(ctx, purchase, totalMinor),
    returnsToPayment: source === 'cart' || source === 'direct',
    createdAt: now,
    expiresAt: new Date(now.getTime() + PAYABLE_MS),
    productIds: lines.map((line) => line.productId),
    counts: lines.map((line) => line.count),
    unitMinors: lines.map((line) => line.unitMinor),
    ...soldLines(
      lines.map((line) => line.sold),
      languagesOf(ctx, purchase),
    ),
  };
}

/** The languages that a mail of the order falls back to. */
function languagesOf({ catalogue }: Ctx, { project, lang }: Pick<Basket, 'project' | 'lang'>) {
  return [lang, catalogue.project(project)?.lang_default ?? lang];
}

/** The tax of a total at today's rates of its project, kept with the order. */
export function keptTax(
  ctx: Ctx,
  { project, country }: Pick<Basket, 'project' | 'country'>,
  totalMinor: number,
): KeptTax {
  const rates = ctx.catalogue.project(project)?.tax ?? [];
  return taxToKeep(rates, { country, totalMinor, at: ctx.clock.now() });
}
