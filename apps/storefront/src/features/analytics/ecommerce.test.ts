import type { CallResult, Goods } from '@webpay/contract/calls';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../api/call.ts';
import { createCounter } from './ecommerce.ts';
import { scriptAddress } from './scripts.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

const goods = (product_id: string, amount: string): Goods => ({
  product_id,
  kind: 'topup',
  name: `Name of ${product_id}`,
  description: '',
  image: '',
  category: 'currency',
  tier: 1,
  contents: [],
  price: usd(amount),
  tag: null,
  limit: null,
  bonus: null,
  state: 'available',
});

const LIST: Answered = {
  name: 'productLists',
  fields: { pr_id: 'am', server_id: '101', cid: '123456789' },
  result: { categories: [], goods: [goods('a', '0.99'), goods('b', '4.99')], activities: [] },
};

type CartItem = CallResult<'cartGet'>['items'][number];

const cart = (name: 'cartGet' | 'cartSet', counts: Readonly<Record<string, number>>): Answered => {
  const items = Object.entries(counts).map(([product_id, count]): CartItem => ({
    product_id,
    name: `Name of ${product_id}`,
    image: '',
    count,
    price: usd('4.99'),
    subtotal: usd('4.99'),
    max: 10,
    state: 'ok',
  }));
  const limits = { cart_limit: 10, cart_usd_limit: 1000 };
  const result = { items, total: usd('0.00'), count: 0, limits, refreshed: false };
  return name === 'cartGet'
    ? { name, fields: {}, result }
    : { name, fields: { product_id: 'b', count: '1' }, result };
};

const create = (payId: string, order_id = 'o1'): Answered => ({
  name: 'orderCreate',
  fields: {
    products: '[{"product_id":"b","count":2}]',
    country: 'US',
    pay_id: payId,
    redirect_url: '',
    source: 'direct',
  },
  result: {
    order_id,
    order_no: 'WP-2222-2222-2',
    token: 'SECRET',
    state: 'open',
    total: usd('9.98'),
    expires_at: 0,
    pay: null,
  },
});

const inquire = (state: 'open' | 'waiting' | 'success', order_id = 'o1'): Answered => ({
  name: 'orderInquire',
  fields: { token: 'SECRET' },
  result: {
    order_id,
    order_no: 'WP-2222-2222-2',
    token: 'SECRET',
    website_code: 'miniflix',
    state,
    reason: null,
    items: [
      {
        product_id: 'b',
        name: 'Name of b',
        image: '',
        count: 2,
        price: usd('4.99'),
        subtotal: usd('9.98'),
        bonus: null,
      },
    ],
    total: usd('9.98'),
    role: {
      pr_id: 'am',
      server_id: '101',
      server_name: 'S01',
      cid: '123456789',
      name: 'N',
      level: 1,
    },
    created_at: 0,
    expires_at: 0,
    delivery: { state: 'none', reason: null, at: null },
    refunded_at: null,
    surplus: [],
    source: 'direct',
    bought_elsewhere: false,
    next_poll_ms: null,
  },
});

function counter() {
  let made: readonly string[] = [];
  return createCounter({ read: () => made, write: (ids) => (made = ids) });
}

const B = {
  item_id: 'b',
  item_name: 'Name of b',
  item_category: 'currency',
  price: 4.99,
};

describe('e-commerce events for the tag manager', () => {
  it('[A04] reports a list once, with numeric prices and positions', () => {
    const count = counter();
    expect(count.answered(LIST, '/miniflix/goodsList')).toEqual([
      {
        event: 'view_item_list',
        ecommerce: {
          currency: 'USD',
          item_list_id: 'shelf',
          items: [
            {
              item_id: 'a',
              item_name: 'Name of a',
              item_category: 'currency',
              price: 0.99,
              quantity: 1,
              index: 0,
            },
            { ...B, quantity: 1, index: 1 },
          ],
        },
      },
    ]);
    expect(count.answered(LIST, '/miniflix/goodsList')).toEqual([]);
    expect(count.answered(LIST, '/miniflix/directPayment'), 'no list is shown there').toEqual([]);
  });

  it('[A04] reports a good that is chosen and one that is opened', () => {
    const count = counter();
    expect(count.seen({ kind: 'select', goods: goods('b', '4.99') })[0]).toMatchObject({
      event: 'select_item',
      ecommerce: { item_list_id: 'shelf', items: [{ ...B, quantity: 1 }] },
    });
    expect(count.seen({ kind: 'view', goods: goods('b', '4.99') })[0]).toMatchObject({
      event: 'view_item',
      ecommerce: { currency: 'USD', value: 4.99 },
    });
  });

  it('[A04] reports only what a cart change added or removed', () => {
    const count = counter();
    count.answered(LIST, '/miniflix');
    expect(count.answered(cart('cartGet', { b: 1 }), '/miniflix')).toEqual([]);
    expect(count.answered(cart('cartSet', { b: 3 }), '/miniflix')).toEqual([
      {
        event: 'add_to_cart',
        ecommerce: { currency: 'USD', value: 9.98, items: [{ ...B, quantity: 2 }] },
      },
    ]);
    expect(count.answered(cart('cartSet', { b: 3 }), '/miniflix')).toEqual([]);
    expect(count.answered(cart('cartSet', {}), '/miniflix')).toEqual([
      {
        event: 'remove_from_cart',
        ecommerce: { currency: 'USD', value: 14.97, items: [{ ...B, quantity: 3 }] },
      },
    ]);
  });

  it('[A04] reports a checkout once, each payment method and the purchase once', () => {
    const count = counter();
    count.answered(LIST, '/miniflix');
    const at = '/miniflix/directPayment';
    const names = (answer: Answered) => count.answered(answer, at).map(({ event }) => event);
    expect(names(create('card'))).toEqual(['begin_checkout', 'add_payment_info']);
    expect(names(create('card'))).toEqual([]);
    expect(names(create('paypal'))).toEqual(['add_payment_info']);
    expect(names(inquire('waiting'))).toEqual([]);
    expect(count.answered(inquire('success'), at)).toEqual([
      {
        event: 'purchase',
        ecommerce: {
          transaction_id: 'o1',
          currency: 'USD',
          value: 9.98,
          items: [{ ...B, quantity: 2 }],
        },
      },
    ]);
    expect(names(inquire('success'))).toEqual([]);
    expect(names(inquire('success', 'made-elsewhere'))).toEqual([]);
  });

  it('[A04] begins the checkout when it opens, before an order exists', () => {
    const count = counter();
    const lines = [{ goods: goods('b', '4.99'), count: 2 }];
    expect(count.seen({ kind: 'checkout', lines })).toEqual([
      {
        event: 'begin_checkout',
        ecommerce: { currency: 'USD', value: 9.98, items: [{ ...B, quantity: 2 }] },
      },
    ]);
    const events = count.answered(create('card'), '/miniflix/directPayment');
    expect(events.map(({ event }) => event)).toEqual(['add_payment_info']);
  });

  it('[A04] never contains the player or an order token', () => {
    const count = counter();
    const sent = JSON.stringify(
      [LIST, create('card'), inquire('success')].map((each) => count.answered(each, '/miniflix')),
    );
    expect(sent).not.toMatch(/SECRET|123456789|S01/);
  });
});

describe('address of an analytics script', () => {
  it.each([
    ['https://tags.example/gtm.js', 'GTM-1', 'https://tags.example/gtm.js?id=GTM-1'],
    ['https://tags.example/{id}.js?l=1', 'a b', 'https://tags.example/a%20b.js?l=1'],
    ['https://tags.example/gtm.js', '', null],
    ['', 'GTM-1', null],
    ['javascript:alert(1)//{id}', 'GTM-1', null],
    ['not an address', 'GTM-1', null],
  ])('[A04] is built from %s with "%s"', (src, id, address) => {
    expect(scriptAddress(src, id)).toBe(address);
  });
});
