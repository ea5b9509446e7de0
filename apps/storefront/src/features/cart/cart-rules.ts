import type { Cart, Goods } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';
import { mostOf } from '../goods/selection.ts';
import { sumOf, timesCount } from '../goods/money.ts';
import type { Wish } from './cart-writer.ts';
import type { CartItem } from './queries.ts';

export function isBuyable(item: CartItem): boolean {
  return item.state === 'ok';
}

/** The cart with the changes that the server has not confirmed yet. */
export function withWishes(cart: Cart, wishes: ReadonlyMap<string, Wish>): Cart {
  if (wishes.size === 0) return cart;
  const known = cart.items.map((item) => {
    const wish = wishes.get(item.product_id);
    return wish === undefined ? item : counted(item, wish.count);
  });
  const added = [...wishes.values()]
    .filter(({ item }) => !cart.items.some((each) => each.product_id === item.product_id))
    .map(({ item, count }) => counted(item, count));
  const items = [...known, ...added].filter(({ count }) => count > 0);
  const bought = items.filter(isBuyable);
  return {
    ...cart,
    items,
    total: sumOf(bought.map(({ subtotal }) => subtotal)) ?? fromMinor(0, cart.total.currency),
    count: piecesOf(bought),
  };
}

/** Sets the new count; an item above its maximum becomes buyable again once it fits. */
function counted(item: CartItem, count: number): CartItem {
  const fits = item.reason === 'over_maximum' && count <= item.max;
  return {
    ...item,
    count,
    subtotal: timesCount(item.price, count),
    state: fits ? 'ok' : item.state,
  };
}

/** Shows a good as a cart item until the server has answered. */
export function itemOfGoods(goods: Goods, count: number): CartItem {
  return {
    product_id: goods.product_id,
    name: goods.name,
    image: goods.image,
    count,
    price: goods.price,
    subtotal: timesCount(goods.price, count),
    max: mostOf(goods),
    state: 'ok',
  };
}

export function piecesOf(items: readonly { readonly count: number }[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/** Highest count of a row's stepper: the item's maximum or the free capacity of the cart. */
export function mostInRow(item: CartItem, cart: Pick<Cart, 'count'>, cartLimit: number): number {
  const free = Math.max(0, cartLimit - cart.count);
  const own = isBuyable(item) ? item.count : 0;
  return Math.max(1, Math.min(item.max, own + free));
}

/** Amount above the limit in whole dollars, or null. */
export function overBy(usd: Money | null, limit: number): Money | null {
  if (usd === null) return null;
  const over = toMinor(usd) - toMinor({ amount: `${limit}.00`, currency: 'USD' });
  return over > 0 ? fromMinor(over, 'USD') : null;
}

/** Sum in dollars, or null while a dollar price is unknown. */
export function usdOf(
  items: readonly CartItem[],
  prices: ReadonlyMap<string, Money>,
): Money | null {
  const parts = items.map(({ product_id, price, count }) => {
    const unit = price.currency === 'USD' ? price : prices.get(product_id);
    return unit ? timesCount(unit, count) : null;
  });
  const known = parts.filter((each) => each !== null);
  if (items.length === 0) return fromMinor(0, 'USD');
  return known.length === parts.length ? sumOf(known) : null;
}
