import type { Goods } from '@webpay/contract/calls';
import { describe, expect, it } from 'vitest';
import { ALL, chosenGoods, firstSelection, inCategory, mostOf, pressed } from './selection.ts';

const good = (product_id: string, change: Partial<Goods> = {}): Goods => ({
  product_id,
  kind: 'topup',
  name: product_id,
  description: '',
  image: '',
  category: 'gems',
  tier: 1,
  contents: [],
  price: { amount: '0.99', currency: 'USD' },
  tag: null,
  limit: null,
  bonus: null,
  state: 'available',
  ...change,
});
const shelf = [
  good('a'),
  good('b'),
  good('pack', { category: 'packs', limit: { max: 3, period: 'week', left: 2 } }),
  good('gone', { state: 'limit_reached', limit: { max: 1, period: 'once', left: 0 } }),
];

describe('the selection', () => {
  it('[F02] is made and taken back by taps, of several goods where there is a cart', () => {
    expect(pressed([], 'a', true)).toEqual(['a']);
    expect(pressed(['a'], 'b', true)).toEqual(['a', 'b']);
    expect(pressed(['a', 'b'], 'a', true)).toEqual(['b']);
    expect(pressed(['a'], 'b', false)).toEqual(['b']);
    expect(pressed(['b'], 'b', false)).toEqual([]);
  });

  it('[F02] is the last purchase for who comes back, and nothing for a newcomer', () => {
    expect(firstSelection('b')).toEqual(['b']);
    expect(firstSelection(null)).toEqual([]);
  });

  it('[F02] falls away with what is no longer sold', () => {
    const ids = (selection: readonly string[]) =>
      chosenGoods(selection, shelf).map((each) => each.product_id);
    expect(ids(['gone'])).toEqual([]);
    expect(ids(['sold out long ago', 'a'])).toEqual(['a']);
    expect(ids(['pack', 'a'])).toEqual(['pack', 'a']);
  });

  it('[V05] allows as many as are left of a limited item', () => {
    expect(mostOf(good('x', { limit: { max: 3, period: 'week', left: 2 } }))).toBe(2);
    expect(mostOf(good('x'))).toBe(99);
  });
});

it('[F02] the "all" filter shows everything, a category its own', () => {
  expect(inCategory(shelf, ALL)).toHaveLength(4);
  expect(inCategory(shelf, 'packs').map((each) => each.product_id)).toEqual(['pack']);
  expect(inCategory(shelf, 'nothing here')).toEqual([]);
});
