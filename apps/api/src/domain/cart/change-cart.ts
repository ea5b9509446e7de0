import type { Cart } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { cartLimitsOf, checkCartLimits } from '../catalog/cart-limits.ts';
import { currencyOfCountry } from '../catalog/channels.ts';
import { priceLines, type OrderedProduct } from '../orders/price-lines.ts';
import { lockPlayer } from '../orders/queries.ts';
import type { LineNow } from './line-state.ts';
import { linesNow, showCart, type CartVisit } from './read-cart.ts';
import { dropLines, saveLine, touchCart, type CartLine } from './queries.ts';

/** Most lines a cart keeps. The cart's limits stop available goods earlier, but do not count unavailable ones. */
const MAX_LINES = 100;

/**
 * Puts a good into the cart or sets its count; the last change wins across devices. The player's
 * lock serializes all changes of a cart.
 * @throws Refusal NO_PRICE, ITEM_MAXIMUM, CART_FULL, CART_AMOUNT_LIMIT, and those of priceLines
 */
export async function setInCart(ctx: Ctx, visit: CartVisit, wanted: OrderedProduct): Promise<Cart> {
  const { project, playerId } = visit;
  const currency = currencyOfCountry(project, visit.country);
  const limits = cartLimitsOf(project);
  return inCart(ctx, visit, async (tx) => {
    const priced = await priceLines(tx, {
      project: project.code,
      products: [wanted],
      currency,
      source: 'direct',
      ...limits,
    });
    const before = await linesNow(ctx, tx, visit);
    const now = ctx.clock.now();
    await tx.run(touchCart, { playerId, changedAt: now });
    await tx.run(saveLine, {
      playerId,
      project: project.code,
      productId: wanted.product_id,
      count: wanted.count,
      seen: { [currency]: { price: priced.totalMinor / wanted.count } },
      addedAt: now,
    });
    const after = await linesNow(ctx, tx, visit);
    if (after.length > Math.max(before.length, MAX_LINES)) {
      throw new Refusal('CART_FULL', { max: limits.cartLimit });
    }
    const own = after.find(({ line }) => line.product_id === wanted.product_id);
    if (own && own.line.limit_max !== null && own.line.count > own.max) {
      const { product_id, limit_max: max } = own.line;
      throw new Refusal('ITEM_MAXIMUM', { product_id, max, left: own.max });
    }
    const counted = countedWith(after, wanted.product_id);
    // A cart over its limits may always be reduced.
    if (piecesOf(counted) > piecesOf(countedWith(before, null))) checkCartLimits(counted, limits);
  });
}

/** Counts only available goods and the good that is being set. */
function countedWith(lines: readonly LineNow[], productId: string | null): CartLine[] {
  return lines
    .filter((each) => each.state === 'ok' || each.line.product_id === productId)
    .map((each) => each.line);
}

function piecesOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.count, 0);
}

/** Removes goods; ignores those not in the cart. */
export async function removeFromCart(
  ctx: Ctx,
  visit: CartVisit,
  productIds: readonly string[],
): Promise<Cart> {
  return inCart(ctx, visit, async (tx) => {
    await tx.run(dropLines, { playerId: visit.playerId, productIds });
  });
}

/** Removes goods that are not available in this country. */
export async function clearInvalid(ctx: Ctx, visit: CartVisit): Promise<Cart> {
  return inCart(ctx, visit, async (tx) => {
    const lines = await linesNow(ctx, tx, visit);
    const invalid = lines.filter((each) => each.state !== 'ok');
    await tx.run(dropLines, {
      playerId: visit.playerId,
      productIds: invalid.map((each) => each.line.product_id),
    });
  });
}

async function inCart(
  ctx: Ctx,
  visit: CartVisit,
  change: (tx: Tx) => Promise<void>,
): Promise<Cart> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockPlayer, { playerId: visit.playerId });
    await change(tx);
    return showCart(ctx, tx, visit);
  });
}
