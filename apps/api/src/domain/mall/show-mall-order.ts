import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { currencyOfCountry, listChannels } from '../catalog/channels.ts';
import { orderToken } from '../orders/ids.ts';
import { inquireOrder } from '../orders/inquire-order.ts';
import { priceLines } from '../orders/price-lines.ts';
import { lastAttemptOfOrder } from '../payments/queries.ts';
import { basketOf, findMallOrder, type MallOrderFound, type MallVisit } from './find-mall-order.ts';

type Shown = CallResult<'mallOrder'>;

/**
 * R05: a mall's order as its page shows it, at the price mall/pay would take in that country. An order that cannot be
 * paid has no channels.
 * @param asked null: the order's country
 * @throws Refusal of findMallOrder, and of priceLines for goods not sold there
 */
export async function showMallOrder(
  ctx: Ctx,
  visit: MallVisit,
  asked: string | null,
): Promise<Shown> {
  const found = await findMallOrder(ctx, visit);
  const { order } = found;
  const view = await inquireOrder(ctx, {
    token: orderToken(ctx, order.order_id),
    lang: visit.lang,
    gameId: visit.project.gameId,
    playerId: order.player_id,
  });
  const { token, website_code, items, total, role, state, expires_at } = view;
  const shown = { token, website_code, items, total, role, state, expires_at };
  if (!isPayable(ctx, found)) return { ...shown, country: order.country, channels: [] };
  const country = asked ?? order.country;
  const channels = await listChannels(ctx, visit.project, country, visit.lang);
  const price = await priceThere(ctx, { ...visit, country }, found);
  return { ...shown, ...(price === null ? {} : repriced(items, price)), country, channels };
}

function isPayable(ctx: Ctx, { order }: MallOrderFound): boolean {
  const isUnpaid = order.state === 'open' || order.state === 'failed';
  return isUnpaid && order.expires_at.getTime() > ctx.clock.nowMs();
}

type Price = { readonly unitMinor: ReadonlyMap<string, number>; readonly currency: string };

/** Price of a payment in that country; null: the order's own, because a payment is open. */
async function priceThere(
  ctx: Ctx,
  visit: MallVisit,
  { claims, order }: MallOrderFound,
): Promise<Price | null> {
  const last = await ctx.db.maybe(lastAttemptOfOrder, { orderId: order.order_id });
  const isBeingPaid = last !== null && order.state === 'open' && last.country === visit.country;
  if (isBeingPaid) return null;
  const currency = currencyOfCountry(visit.project, visit.country);
  const basket = basketOf(visit, claims, order.player_id, order.recipient);
  const { lines } = await priceLines(ctx.db, basket);
  return { unitMinor: new Map(lines.map((line) => [line.productId, line.unitMinor])), currency };
}

function repriced(items: Shown['items'], { unitMinor, currency }: Price) {
  const minorOf = (item: Shown['items'][number]) => unitMinor.get(item.product_id) ?? 0;
  const totalMinor = items.reduce((sum, item) => sum + minorOf(item) * item.count, 0);
  return {
    items: items.map((item) => ({
      ...item,
      price: fromMinor(minorOf(item), currency),
      subtotal: fromMinor(minorOf(item) * item.count, currency),
    })),
    total: fromMinor(totalMinor, currency),
  };
}
