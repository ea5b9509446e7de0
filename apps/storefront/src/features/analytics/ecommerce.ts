import type { CallResult, Goods } from '@webpay/contract/calls';
import type { Answered } from '../../api/call.ts';
import type { Seen } from './seen.ts';

/**
 * Translates the shop's calls into GA4 e-commerce events for the data layer. They contain no character, no session
 * and no order token.
 */

export type Item = {
  readonly item_id: string;
  readonly item_name?: string;
  readonly item_category?: string;
  readonly price?: number;
  readonly quantity: number;
  readonly index?: number;
};

export type Ecommerce = {
  readonly currency: string;
  readonly value?: number;
  readonly items: readonly Item[];
  readonly item_list_id?: string;
  readonly payment_type?: string;
  readonly transaction_id?: string;
};

export type ShopEvent = {
  readonly event:
    | 'view_item_list'
    | 'select_item'
    | 'view_item'
    | 'add_to_cart'
    | 'remove_from_cart'
    | 'begin_checkout'
    | 'add_payment_info'
    | 'purchase';
  readonly ecommerce: Ecommerce;
};

/** Orders made on this device and not yet counted as bought; survives a redirect to a bank. */
export type OrdersMade = { read(): readonly string[]; write(orderIds: readonly string[]): void };

type Money = Goods['price'];
type CartItem = CallResult<'cartGet'>['items'][number];
type Line = { readonly product_id: string; readonly count: number };

const LIST = 'shelf';
/** Limit of stored order ids; the oldest are dropped. */
const MAX_ORDERS = 30;
/** Pages that show the goods list. The checkout calls for the same list. */
const HAS_GOODS_LIST = /^\/[^/]+(?:\/(?:goodsList|items))?\/?$/;

export function createCounter(made: OrdersMade) {
  const known = new Map<string, Goods>();
  let lastList = '';
  /** Key of the lines in the last reported checkout. */
  let begun = '';
  let lastPayment = '';
  let cart: ReadonlyMap<string, CartItem> = new Map();

  return {
    /** @param path the page's, without query and fragment */
    answered(answer: Answered, path: string): ShopEvent[] {
      switch (answer.name) {
        case 'productLists':
          return listed(answer.result.goods, path);
        case 'cartGet':
        case 'cartSet':
        case 'cartRemove':
        case 'cartClearInvalid':
          return cartChanged(answer.result.items, answer.name !== 'cartGet');
        case 'orderCreate':
          return ordered(answer.result, answer.fields);
        case 'orderInquire':
          return bought(answer.result);
        default:
          return [];
      }
    },
    seen(what: Seen): ShopEvent[] {
      if (what.kind === 'checkout') return checkoutOpened(what.lines);
      const { kind, goods } = what;
      known.set(goods.product_id, goods);
      const { currency } = goods.price;
      const items = [itemOf(goods, 1)];
      return kind === 'select'
        ? [{ event: 'select_item', ecommerce: { currency, item_list_id: LIST, items } }]
        : [{ event: 'view_item', ecommerce: { currency, value: valueOf(goods.price), items } }];
    },
  };

  function checkoutOpened(lines: Extract<Seen, { kind: 'checkout' }>['lines']): ShopEvent[] {
    for (const { goods } of lines) known.set(goods.product_id, goods);
    const currency = lines[0]?.goods.price.currency;
    if (currency === undefined) return [];
    begun = keyOf(lines.map(({ goods, count }) => ({ product_id: goods.product_id, count })));
    const value = lines.reduce((sum, { goods, count }) => sum + valueOf(goods.price) * count, 0);
    const items = lines.map(({ goods, count }) => itemOf(goods, count));
    return [{ event: 'begin_checkout', ecommerce: { currency, value: round(value), items } }];
  }

  function listed(goods: readonly Goods[], path: string): ShopEvent[] {
    for (const each of goods) known.set(each.product_id, each);
    const key = path + goods.map(({ product_id, price }) => product_id + price.amount).join();
    const currency = goods[0]?.price.currency;
    // A refetched list has been seen before.
    if (!HAS_GOODS_LIST.test(path) || key === lastList || currency === undefined) return [];
    lastList = key;
    const items = goods.map((each, index) => ({ ...itemOf(each, 1), index }));
    return [{ event: 'view_item_list', ecommerce: { currency, item_list_id: LIST, items } }];
  }

  function cartChanged(items: readonly CartItem[], byPlayer: boolean): ShopEvent[] {
    const before = cart;
    cart = new Map(items.map((item) => [item.product_id, item]));
    if (!byPlayer) return [];
    const events: ShopEvent[] = [];
    for (const id of new Set([...before.keys(), ...cart.keys()])) {
      const item = cart.get(id) ?? before.get(id);
      const more = (cart.get(id)?.count ?? 0) - (before.get(id)?.count ?? 0);
      if (item === undefined || more === 0) continue;
      const { currency } = item.price;
      const quantity = Math.abs(more);
      const value = round(valueOf(item.price) * quantity);
      const sold = { ...known.get(id), ...item };
      const ecommerce = { currency, value, items: [itemOf(sold, quantity)] };
      events.push({ event: more > 0 ? 'add_to_cart' : 'remove_from_cart', ecommerce });
    }
    return events;
  }

  function ordered(
    { order_id, total }: CallResult<'orderCreate'>,
    { products, pay_id }: { readonly products: string; readonly pay_id: string },
  ): ShopEvent[] {
    // The storefront's own call: it wrote this text itself.
    const lines = JSON.parse(products) as readonly Line[];
    made.write([...made.read().filter((id) => id !== order_id), order_id].slice(-MAX_ORDERS));
    const items = lines.map(({ product_id, count }) => {
      const goods = known.get(product_id);
      return goods ? itemOf(goods, count) : { item_id: product_id, quantity: count };
    });
    const ecommerce = { currency: total.currency, value: valueOf(total), items };
    const events: ShopEvent[] = [];
    // Reports the checkout of an order whose page did not.
    if (begun !== keyOf(lines)) events.push({ event: 'begin_checkout', ecommerce });
    const payment = order_id + pay_id + total.currency;
    if (payment !== lastPayment) {
      events.push({ event: 'add_payment_info', ecommerce: { ...ecommerce, payment_type: pay_id } });
    }
    begun = keyOf(lines);
    lastPayment = payment;
    return events;
  }

  /** Reports a purchase once, and only on the device that made the order. */
  function bought(order: CallResult<'orderInquire'>): ShopEvent[] {
    const open = made.read();
    if (order.state !== 'success' || !open.includes(order.order_id)) return [];
    made.write(open.filter((id) => id !== order.order_id));
    const { currency } = order.total;
    const items = order.items.map((item) =>
      itemOf({ ...known.get(item.product_id), ...item }, item.count),
    );
    const value = valueOf(order.total);
    const ecommerce = { transaction_id: order.order_id, currency, value, items };
    return [{ event: 'purchase', ecommerce }];
  }
}

type Sold = Pick<Goods, 'product_id' | 'name' | 'price'> & Partial<Pick<Goods, 'category'>>;

function itemOf(sold: Sold, quantity: number): Item {
  return {
    item_id: sold.product_id,
    item_name: sold.name,
    ...(sold.category === undefined ? {} : { item_category: sold.category }),
    price: valueOf(sold.price),
    quantity,
  };
}

function keyOf(lines: readonly Line[]): string {
  return lines.map(({ product_id, count }) => `${product_id}×${count}`).join();
}

function valueOf({ amount }: Money): number {
  return Number(amount);
}

/** Rounds off the noise of binary fractions. */
function round(value: number): number {
  return Number(value.toFixed(3));
}
