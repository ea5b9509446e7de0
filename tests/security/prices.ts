import { mustEqual, mustHold, mustRefuse, mustRefuseAll } from './expect.ts';
import { call, count, newcomer, orderFields, row, type Attack, type Theme } from './field.ts';
import type { Code } from '@webpay/contract/codes';
import type { Fields, Seen } from './wire.ts';

const GOOD = 'gems-6480';
const CHEAP = 'gems-60';

const one = (product_id: unknown, amount: unknown): string =>
  JSON.stringify([{ product_id, count: amount }]);

/** What is asked for, and the codes that may answer it; nothing is ever made. */
const WRONG_ORDERS: readonly (readonly [string, Fields, readonly Code[]])[] = [
  ['a total of one cent', { total: '{"amount":"0.01","currency":"USD"}' }, [20017]],
  ['a negative total', { total: '{"amount":"-99.99","currency":"USD"}' }, [10001, 20017]],
  ['a total in another currency', { total: '{"amount":"99.99","currency":"IDR"}' }, [20017]],
  ['a total as a number', { total: '{"amount":0.01,"currency":"USD"}' }, [10001]],
  ['a total with a power of ten', { total: '{"amount":"1e-9","currency":"USD"}' }, [10001, 20017]],
  ['a country that does not exist', { country: 'ZZ' }, [10028, 20016]],
  ['a country in small letters', { country: 'us' }, [10001]],
  ['a good that does not exist', { products: one('gems-0', 1) }, [10009]],
  ['a good of another game', { products: one('dr2-gold-1', 1) }, [10009]],
  ['goods of an event, bought directly', { products: one('bargain-heros-hoard', 1) }, [10010]],
  ['the weekly card, bought directly', { products: one('card-weekly', 1) }, [10010]],
  ['a top-up as if it were the bargain', { source: 'bargain' }, [10010, 10009]],
  ['a top-up as if it were the card', { source: 'card' }, [10010, 10009]],
  [
    'a bargain not lowered to its minimum',
    { products: one('bargain-heros-hoard', 1), source: 'bargain' },
    [10010],
  ],
  [
    'two bargains at once',
    { products: one('bargain-heros-hoard', 2), source: 'bargain' },
    [10001, 10010, 20009],
  ],
  [
    'the same good twice',
    {
      products: JSON.stringify([
        { product_id: GOOD, count: 1 },
        { product_id: GOOD, count: 1 },
      ]),
    },
    [10001],
  ],
  [
    'two goods directly',
    {
      products: JSON.stringify([
        { product_id: GOOD, count: 1 },
        { product_id: CHEAP, count: 1 },
      ]),
    },
    [10001],
  ],
  [
    '101 goods',
    {
      products: JSON.stringify(
        Array.from({ length: 101 }, (_, n) => ({ product_id: `g${n}`, count: 1 })),
      ),
    },
    [10001],
  ],
  ['no goods', { products: '[]' }, [10001]],
  ['an object instead of a list', { products: `{"product_id":"${GOOD}","count":1}` }, [10001]],
  ['a way to pay that does not exist', { pay_id: 'free' }, [20016]],
  ['a source that does not exist', { source: 'gift' }, [10001]],
];

/** Counts in `products` of order/create, as JSON writes them. */
const WRONG_COUNTS: readonly string[] = [
  '0',
  '-1',
  '-0',
  '0.5',
  '1.5',
  '1e-7',
  '1e308',
  '1e999',
  '10000',
  '99999999',
  '9007199254740993',
  '"1"',
  '"-1"',
  'null',
  'true',
  '[1]',
  '{}',
  '{"valueOf":1}',
  '"１"',
  '"1e0"',
  '"0x1"',
  '"Infinity"',
  '"NaN"',
];

/** The same in `count` of cart/set, as a form field says it. */
const WRONG_TEXTS: readonly string[] = [
  '-1',
  '0',
  '+1',
  '1.0',
  '1e0',
  '0x1',
  ' 1',
  '1 ',
  '１',
  '١',
  '1,5',
  '99999',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '1;1',
  '[1]',
];

const wrongOrders: readonly Attack[] = WRONG_ORDERS.map(([what, fields, codes]) => ({
  name: `an order with ${what}`,
  must: `${codes.join(' or ')}; nothing is made`,
  run: async (field) => {
    const thief = await newcomer(field);
    const as = { token: thief.userToken };
    const seen = await call(field, 'orderCreate', { ...orderFields(GOOD), ...fields }, as);
    const outcome = mustRefuse(seen, ...codes);
    const made = 'orders o join players p on p.id = o.player_id where p.cid = $1';
    mustEqual('orders', await count(field, made, [thief.cid]), 0);
    return outcome;
  },
}));

export const PRICES: Theme = {
  title: 'Prices, amounts, currencies, goods and counts',
  attacks: [
    ...wrongOrders,
    {
      name: `${WRONG_COUNTS.length} counts that are none, in an order`,
      must: '10001; nothing is made',
      run: async (field) => {
        const thief = await newcomer(field);
        const as = { token: thief.userToken };
        const all = WRONG_COUNTS.map((text) => {
          const products = `[{"product_id":"${GOOD}","count":${text}}]`;
          return call(field, 'orderCreate', orderFields(GOOD, { products }), as);
        });
        const outcome = mustRefuseAll(await Promise.all(all), 10001);
        const made = 'orders o join players p on p.id = o.player_id where p.cid = $1';
        mustEqual('orders', await count(field, made, [thief.cid]), 0);
        return outcome;
      },
    },
    {
      name: `${WRONG_TEXTS.length} counts that are none, in the cart`,
      must: '10001; the cart stays empty',
      run: async (field) => {
        const as = { token: (await newcomer(field)).userToken };
        const all = WRONG_TEXTS.map((text) =>
          call(field, 'cartSet', { product_id: GOOD, count: text }, as),
        );
        const outcome = mustRefuseAll(await Promise.all(all), 10001);
        mustHold(
          (await call(field, 'cartGet', {}, as)).text.includes('"count":0'),
          'something is in it',
        );
        return outcome;
      },
    },
    {
      name: 'a cart’s order with what the cart does not hold: another good, more pieces, an emptied cart',
      must: '20006; nothing is made',
      run: async (field) => {
        const thief = await newcomer(field);
        const as = { token: thief.userToken };
        await call(field, 'cartSet', { product_id: CHEAP, count: '1' }, as);
        const wanted = [one(GOOD, 1), one(CHEAP, 2)];
        const all: Seen[] = [];
        for (const products of wanted) {
          all.push(
            await call(field, 'orderCreate', orderFields(GOOD, { products, source: 'cart' }), as),
          );
        }
        await call(field, 'cartRemove', { product_ids: CHEAP }, as);
        all.push(await call(field, 'orderCreate', orderFields(CHEAP, { source: 'cart' }), as));
        return mustRefuseAll(all, 20006);
      },
    },
    {
      name: 'a price beside the good: price, amount, unit_minor, total_minor, discount',
      must: 'ignored: the order costs what the shop says',
      run: async (field) => {
        const thief = await newcomer(field);
        const lie = { price: '0.01', amount: '0.01', unit_minor: 1, total_minor: 1, discount: 100 };
        const products = JSON.stringify([{ product_id: GOOD, count: 1, ...lie }]);
        const fields = orderFields(GOOD, {
          products,
          amount: '0.01',
          total_minor: '1',
          discount: '100',
          currency: 'IDR',
        });
        const seen = await call(field, 'orderCreate', fields, { token: thief.userToken });
        mustEqual('code', seen.code, 200);
        const order = await row(
          field,
          `select o.total_minor::text as total, o.currency, pr.amount_minor::text as price
            from orders o join players p on p.id = o.player_id
            join prices pr on pr.project = o.project and pr.product_id = $2 and pr.currency = 'USD'
            where p.cid = $1`,
          [thief.cid, GOOD],
        );
        mustEqual('total', [order['total'], order['currency']], [order['price'], 'USD']);
        return `200, ${String(order['total'])} cents as listed`;
      },
    },
    {
      name: 'a dear order paid with the card token of a cheap one’s form',
      must: 'the gateway refuses it; the dear order is not paid',
      run: async (field) => {
        const thief = await newcomer(field);
        const cheap = await thief.open({ products: [{ product_id: CHEAP, count: 1 }] });
        const dear = await thief.open({ products: [{ product_id: GOOD, count: 1 }] });
        const paymentToken = await thief.tokenise(cheap.pay, '4111111111111111');
        mustHold(dear.pay?.kind === 'payermax_card', 'no card order');
        const fields = { sessionKey: dear.pay.session_key, paymentToken };
        await call(field, 'payermaxCard', fields, { token: thief.userToken });
        const order = await thief.inquire(dear.token);
        mustHold(
          order.state !== 'success' || order.delivery.state === 'none',
          `the order is ${order.state}`,
        );
        mustHold(['failed', 'waiting'].includes(order.state), `the order is ${order.state}`);
        return `the dear order is ${order.state}`;
      },
    },
    {
      name: 'the same key with a dearer good, after the cheap order was paid',
      must: '20013; one order, of the cheap good',
      run: async (field) => {
        const thief = await newcomer(field);
        const as = { token: thief.userToken };
        const order_key = crypto.randomUUID();
        const opened = await thief.open({ products: [{ product_id: CHEAP, count: 1 }], order_key });
        await thief.payByCard(opened, '4111111111111111');
        const outcome = mustRefuse(
          await call(field, 'orderCreate', orderFields(GOOD, { order_key }), as),
          20013,
        );
        const made = 'orders o join players p on p.id = o.player_id where p.cid = $1';
        mustEqual('orders', await count(field, made, [thief.cid]), 1);
        return outcome;
      },
    },
    {
      name: 'the order moved to a country with weaker money while the card waits for its bank',
      must: 'the order stands as it was: waiting, nothing to pay anew',
      run: async (field) => {
        const thief = await newcomer(field);
        const order_key = crypto.randomUUID();
        const wanted = { products: [{ product_id: GOOD, count: 1 }], order_key };
        const opened = await thief.open(wanted);
        await thief.payByCard(opened, '4000000000003220');
        const again = await thief.open({ ...wanted, country: 'ID' });
        mustEqual(
          'again',
          [again.state, again.pay, again.total.currency],
          ['waiting', null, 'USD'],
        );
        return 'waiting, in USD as before';
      },
    },
  ],
};
