import type { Code } from '@webpay/contract/codes';
import { expect } from 'vitest';
import { CARDS, orderFields } from '../support/shopper.ts';
import {
  call,
  cardForm,
  countOf,
  expectCode,
  newcomer,
  row,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';

const GOOD = 'gems-6480';
const CHEAP = 'gems-60';

const lines = (...products: readonly (readonly [unknown, unknown])[]): Fields => ({
  products: JSON.stringify(products.map(([product_id, count]) => ({ product_id, count }))),
});

const WRONG_ORDERS: readonly (readonly [string, Fields, readonly Code[]])[] = [
  ['a total of one cent', { total: '{"amount":"0.01","currency":"USD"}' }, [20017]],
  ['a negative total', { total: '{"amount":"-99.99","currency":"USD"}' }, [10001, 20017]],
  ['a total in another currency', { total: '{"amount":"99.99","currency":"IDR"}' }, [20017]],
  ['a total as a number', { total: '{"amount":0.01,"currency":"USD"}' }, [10001]],
  ['a total with a power of ten', { total: '{"amount":"1e-9","currency":"USD"}' }, [10001, 20017]],
  ['a country that does not exist', { country: 'ZZ' }, [10028, 20016]],
  ['a country in small letters', { country: 'us' }, [10001]],
  ['a product that does not exist', lines(['gems-0', 1]), [10009]],
  ['a product of another game', lines(['dr2-gold-1', 1]), [10009]],
  ['a product of an event, bought directly', lines(['bargain-heros-hoard', 1]), [10010]],
  ['the weekly card, bought directly', lines(['card-weekly', 1]), [10010]],
  ['a top-up as if it were the bargain', { source: 'bargain' }, [10010, 10009]],
  ['a top-up as if it were the card', { source: 'card' }, [10010, 10009]],
  [
    'a bargain not lowered to its minimum',
    { ...lines(['bargain-heros-hoard', 1]), source: 'bargain' },
    [10010],
  ],
  [
    'two bargains at once',
    { ...lines(['bargain-heros-hoard', 2]), source: 'bargain' },
    [10001, 10010, 20009],
  ],
  ['the same product twice', lines([GOOD, 1], [GOOD, 1]), [10001]],
  ['two products directly', lines([GOOD, 1], [CHEAP, 1]), [10001]],
  ['101 products', lines(...Array.from({ length: 101 }, (_, n) => [`g${n}`, 1] as const)), [10001]],
  ['no products', { products: '[]' }, [10001]],
  ['an object instead of a list', { products: `{"product_id":"${GOOD}","count":1}` }, [10001]],
  ['a payment method that does not exist', { pay_id: 'free' }, [20016]],
  ['a source that does not exist', { source: 'gift' }, [10001]],
];

/** Invalid counts in `products` of order/create, as JSON. */
const WRONG_COUNTS =
  '0 -1 -0 0.5 1.5 1e-7 1e308 1e999 10000 99999999 9007199254740993 "1" "-1" null true [1] {} {"valueOf":1} "１" "1e0" "0x1" "Infinity" "NaN"'.split(
    ' ',
  );

/** Invalid counts in `count` of cart/set, as form fields. */
const WRONG_TEXTS = [
  ...'-1 0 +1 1.0 1e0 0x1 １ ١ 1,5 99999 NaN Infinity 1;1 [1]'.split(' '),
  ' 1',
  '1 ',
  '9'.repeat(400),
];

const wrongOrders: Attacks = Object.fromEntries(
  WRONG_ORDERS.map(([what, fields, codes]) => [
    `an order with ${what}: ${codes.join(' or ')}, nothing is made`,
    async (shop: Target) => {
      const thief = await newcomer(shop);
      const wrong = { ...orderFields(GOOD), ...fields };
      expectCode(await call(shop, 'orderCreate', wrong, thief), ...codes);
      expect(await countOf(shop, 'orders', thief)).toBe(0);
    },
  ]),
);

export const PRICES: Attacks = {
  ...wrongOrders,
  'invalid counts in an order: 10001, nothing is made': async (shop) => {
    const thief = await newcomer(shop);
    for (const count of WRONG_COUNTS) {
      const products = `[{"product_id":"${GOOD}","count":${count}}]`;
      expectCode(await call(shop, 'orderCreate', { ...orderFields(GOOD), products }, thief), 10001);
    }
    expect(await countOf(shop, 'orders', thief)).toBe(0);
  },
  'invalid counts in the cart: 10001, the cart stays empty': async (shop) => {
    const thief = await newcomer(shop);
    for (const count of WRONG_TEXTS) {
      expectCode(await call(shop, 'cartSet', { product_id: GOOD, count }, thief), 10001);
    }
    expect((await call(shop, 'cartGet', {}, thief)).text).toContain('"count":0');
  },
  'a cart’s order with other content than the cart: another product, more pieces, an emptied cart: 20006, nothing is made':
    async (shop) => {
      const thief = await newcomer(shop);
      const order = (products: Fields) =>
        call(shop, 'orderCreate', { ...orderFields(GOOD), ...products, source: 'cart' }, thief);
      await call(shop, 'cartSet', { product_id: CHEAP, count: '1' }, thief);
      expectCode(await order(lines([GOOD, 1])), 20006);
      expectCode(await order(lines([CHEAP, 2])), 20006);
      await call(shop, 'cartRemove', { product_ids: CHEAP }, thief);
      expectCode(await order(lines([CHEAP, 1])), 20006);
      expect(await countOf(shop, 'orders', thief)).toBe(0);
    },
  'a price beside the product: price, amount, unit_minor, total_minor, discount: ignored, the order costs the listed price':
    async (shop) => {
      const thief = await newcomer(shop);
      const lie = { price: '0.01', amount: '0.01', unit_minor: 1, total_minor: 1, discount: 100 };
      const products = JSON.stringify([{ product_id: GOOD, count: 1, ...lie }]);
      const beside = { amount: '0.01', total_minor: '1', discount: '100', currency: 'IDR' };
      const fields = { ...orderFields(GOOD), products, ...beside };
      expectCode(await call(shop, 'orderCreate', fields, thief), 200);
      const { total, currency, price } = await row(
        shop,
        `select o.total_minor as total, o.currency, pr.amount_minor as price
          from orders o join players p on p.id = o.player_id
          join prices pr on pr.project = o.project and pr.product_id = $2 and pr.currency = 'USD'
          where p.cid = $1`,
        [thief.cid, GOOD],
      );
      expect([total, currency]).toEqual([price, 'USD']);
    },
  'a direct order of 9,999 pieces, or of 11 for 1,099.89 dollars: 20008, nothing is made': async (
    shop,
  ) => {
    const thief = await newcomer(shop);
    for (const count of [9_999, 11]) {
      const fields = { ...orderFields(GOOD), ...lines([GOOD, count]) };
      expectCode(await call(shop, 'orderCreate', fields, thief), 20008);
    }
    expect(await countOf(shop, 'orders', thief)).toBe(0);
  },
  'an expensive order paid with the card token of a cheap one’s form: refused by the gateway, not paid':
    async (shop) => {
      const thief = await newcomer(shop);
      const open = (id: string) => thief.open({ products: [{ product_id: id, count: 1 }] });
      const [cheap, expensive] = [await open(CHEAP), await open(GOOD)];
      const { paymentToken } = await cardForm(thief, cheap);
      const { sessionKey } = await cardForm(thief, expensive);
      await call(shop, 'payermaxCard', { sessionKey, paymentToken }, thief);
      const order = await thief.inquire(expensive.token);
      expect(['failed', 'waiting']).toContain(order.state);
    },
  'the same key with a more expensive product, after the cheap order was paid: 20013, one order':
    async (shop) => {
      const thief = await newcomer(shop);
      const order_key = crypto.randomUUID();
      const opened = await thief.open({ products: [{ product_id: CHEAP, count: 1 }], order_key });
      await thief.payByCard(opened, CARDS.success);
      const again = { ...orderFields(GOOD), order_key };
      expectCode(await call(shop, 'orderCreate', again, thief), 20013);
      expect(await countOf(shop, 'orders', thief)).toBe(1);
    },
  'the order moved to a country with a weaker currency while the bank asks: it stays waiting in USD, with nothing to pay':
    async (shop) => {
      const thief = await newcomer(shop);
      const wanted = {
        products: [{ product_id: GOOD, count: 1 }],
        order_key: crypto.randomUUID(),
      };
      await thief.payByCard(await thief.open(wanted), CARDS.challenge);
      const again = await thief.open({ ...wanted, country: 'ID' });
      expect([again.state, again.pay, again.total.currency]).toEqual(['waiting', null, 'USD']);
    },
};
