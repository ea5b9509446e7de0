import type { Cart } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { Queries, Tx } from '../../platform/db/pool.ts';
import { cartLimitsOf } from '../catalog/cart-limits.ts';
import { currencyOfCountry } from '../catalog/channels.ts';
import { lockPlayer } from '../orders/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { itemOf, lineNow, type LineNow } from './line-state.ts';
import { cartLines, rememberSeen } from './queries.ts';

export type CartVisit = {
  readonly project: Project;
  readonly playerId: number;
  readonly country: string;
  readonly lang: string;
};

/**
 * Reads a player's cart. A change since the last view is reported once by `refreshed`, and by the
 * item's `state` and `was` while it lasts.
 * @throws Refusal NO_PRICE for a country the project does not sell in
 */
export async function readCart(ctx: Ctx, visit: CartVisit): Promise<Cart> {
  const lines = await linesNow(ctx, ctx.db, visit);
  if (!lines.some((each) => each.isUpdate)) return cartOf(visit, lines);
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockPlayer, { playerId: visit.playerId });
    return showCart(ctx, tx, visit);
  });
}

/** Reads the cart in a transaction that holds the player's lock, and stores what is shown. */
export async function showCart(ctx: Ctx, tx: Tx, visit: CartVisit): Promise<Cart> {
  const lines = await linesNow(ctx, tx, visit);
  const updates = lines.filter((each) => each.isUpdate);
  if (updates.length > 0) {
    await tx.run(rememberSeen, {
      playerId: visit.playerId,
      productIds: updates.map((each) => each.line.product_id),
      seenPrices: updates.map((each) => each.seen),
      seenStates: updates.map((each) => each.seenState),
    });
  }
  return cartOf(visit, lines);
}

export async function linesNow(ctx: Ctx, queries: Queries, visit: CartVisit): Promise<LineNow[]> {
  const currency = currencyOfCountry(visit.project, visit.country);
  const rows = await queries.many(cartLines, {
    playerId: visit.playerId,
    currency,
    now: ctx.clock.now(),
  });
  return rows.map((row) => lineNow(row, currency, visit.project.cart_limit));
}

function cartOf({ project, country, lang }: CartVisit, lines: readonly LineNow[]): Cart {
  const currency = currencyOfCountry(project, country);
  const sold = lines.filter((each) => each.state === 'ok').map((each) => each.line);
  const totalMinor = sold.reduce((sum, line) => sum + (line.price_minor ?? 0) * line.count, 0);
  const { cartLimit, cartUsdLimit } = cartLimitsOf(project);
  return {
    items: lines.map((each) => itemOf(each, currency, lang, project.lang_default)),
    total: fromMinor(totalMinor, currency),
    count: sold.reduce((sum, line) => sum + line.count, 0),
    limits: { cart_limit: cartLimit, cart_usd_limit: cartUsdLimit },
    refreshed: lines.some((each) => each.isChanged),
  };
}
