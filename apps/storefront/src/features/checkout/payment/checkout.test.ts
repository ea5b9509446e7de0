import { describe, expect, it } from 'vitest';
import type { UserInfo } from '../../../browser/storage.ts';
import {
  eventTargetOf,
  newOrderKey,
  resumeOrBegin,
  type Target,
  targetOf,
  targetOfOrder,
} from './checkout.ts';

const user: UserInfo = {
  user_token: 't',
  has_pwd: false,
  role: {
    pr_id: 'eu',
    server_id: 's12',
    server_name: 'S12',
    cid: '204518763',
    name: 'NovaStar',
    level: 42,
  },
};

const direct = (product_id: string, count: number): Target => ({
  source: 'direct',
  products: [{ product_id, count }],
});

describe('purchase target in the address', () => {
  it.each([
    ['?product=gems-60&count=2', direct('gems-60', 2)],
    ['?product=gems-60', direct('gems-60', 1)],
    ['?product=gems-60&count=9999', direct('gems-60', 9999)],
    ['?product=gems-60&count=0', 'unreadable'],
    ['?product=gems-60&count=-1', 'unreadable'],
    ['?product=gems-60&count=1.5', 'unreadable'],
    ['?product=gems-60&count=1e3', 'unreadable'],
    ['?product=gems-60&count=99999999', 'unreadable'],
    ['?product=gems-60&count=', 'unreadable'],
    ['?product=<b>', 'unreadable'],
    ['?product=', 'unreadable'],
    ['?count=2', 'unreadable'],
    ['?card=weekly-card', 'unreadable'],
    ['?outTradeNo=A1&status=SUCCESS', null],
    ['', null],
  ])('[R11] reads %s as %o', (search, target) => {
    expect(targetOf(search)).toEqual(target);
  });
});

describe('checkout', () => {
  const target = direct('gems-60', 1);
  const begun = resumeOrBegin(null, target, user, 'US', () => 'key-of-this-order');

  it('[R11] keeps its order key for every attempt to pay the same purchase', () => {
    const again = resumeOrBegin({ ...begun, token: 'abc', pay_id: 'card' }, target, user, 'US');
    expect(again.order_key).toBe('key-of-this-order');
    expect(again.token).toBe('abc');
  });

  it.each([
    ['another product', direct('gems-300', 1)],
    ['another count', direct('gems-60', 2)],
    ['the same from the cart', { ...direct('gems-60', 1), source: 'cart' as const }],
  ])('[R11] begins anew for %s', (_, other) => {
    const fresh = resumeOrBegin(begun, other, user, 'US');
    expect(fresh.order_key).not.toBe('key-of-this-order');
    expect(fresh).toMatchObject({ token: null, wallet: null, action_url: null });
  });

  it('creates unique order keys that match the contract', () => {
    const keys = Array.from({ length: 50 }, newOrderKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{8,64}$/);
  });
});

it('[R10] resumes the purchase of an unpaid order, from the cart or a single good', () => {
  const price = { amount: '0.99', currency: 'USD' };
  const item = (product_id: string, count: number) => ({
    product_id,
    name: '',
    image: '',
    count,
    price,
    subtotal: price,
    bonus: null,
  });
  const one = { source: 'direct' as const, order_key: 'key-of-it', items: [item('a', 3)] };
  expect(targetOfOrder(one)).toEqual({ ...direct('a', 3), order_key: 'key-of-it' });
  const two = { source: 'cart' as const, items: [item('a', 3), item('b', 1)] };
  expect(targetOfOrder(two)).toMatchObject({
    source: 'cart',
    products: [
      { product_id: 'a', count: 3 },
      { product_id: 'b', count: 1 },
    ],
  });
  // An event's good is bought from that event again (R13).
  expect(targetOfOrder({ ...one, source: 'card' }).source).toBe('card');
});

it('[R10] pays an order of another browser under its own key, despite an open checkout here', () => {
  const begun = resumeOrBegin(null, direct('a', 3), user, 'US', () => 'key-of-mine');
  const taken = { ...begun, token: 'abc', order_key: 'key-of-it' };
  const target = { ...direct('a', 3), order_key: 'key-of-it' };
  expect(resumeOrBegin(begun, target, user, 'US')).toMatchObject({
    order_key: 'key-of-it',
    token: null,
  });
  expect(resumeOrBegin(taken, target, user, 'US')).toBe(taken);
});

it.each([
  ['?card=weekly-card', 'card', 'weekly-card'],
  ['?bargain=heros-hoard&count=3', 'bargain', 'heros-hoard'],
  ['?card=weekly-card&bargain=x', 'card', 'weekly-card'],
])('[R13] reads %s as the purchase of one event good', (search, source, product_id) => {
  expect(eventTargetOf(search)).toEqual({ source, products: [{ product_id, count: 1 }] });
});

it.each([
  ['', null],
  ['?outTradeNo=A1', null],
  ['?product=gems-60', 'unreadable'],
  ['?card=', 'unreadable'],
  ['?card=../x', 'unreadable'],
  ['?card=../x&bargain=heros-hoard', 'unreadable'],
  ['?bargain=%3Cscript%3E', 'unreadable'],
])('[R13] reads no event good from %j', (search, asked) => {
  expect(eventTargetOf(search)).toBe(asked);
});
