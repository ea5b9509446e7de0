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
const list = [
  good('a'),
  good('b'),
  good('pack', { category: 'packs', limit: { max: 3, period: 'week', left: 2 } }),
  good('gone', { state: 'limit_reached', limit: { max: 1, period: 'once', left: 0 } }),
];

describe('selection of goods', () => {
  it('[F02] toggles by taps and holds several goods only with a cart', () => {
    expect(pressed([], 'a', true)).toEqual(['a']);
    expect(pressed(['a'], 'b', true)).toEqual(['a', 'b']);
    expect(pressed(['a', 'b'], 'a', true)).toEqual(['b']);
    expect(pressed(['a'], 'b', false)).toEqual(['b']);
    expect(pressed(['b'], 'b', false)).toEqual([]);
  });

  it('[F02] starts with the last purchase for a returning player, else empty', () => {
    expect(firstSelection('b')).toEqual(['b']);
    expect(firstSelection(null)).toEqual([]);
  });

  it('[F02] drops goods that are no longer sold', () => {
    const ids = (selection: readonly string[]) =>
      chosenGoods(selection, list).map((each) => each.product_id);
    expect(ids(['gone'])).toEqual([]);
    expect(ids(['sold out long ago', 'a'])).toEqual(['a']);
    expect(ids(['pack', 'a'])).toEqual(['pack', 'a']);
  });

  it('[V05] allows the remaining count of a limited item', () => {
    expect(mostOf(good('x', { limit: { max: 3, period: 'week', left: 2 } }))).toBe(2);
    expect(mostOf(good('x'))).toBe(99);
  });
});

it('[F02] shows everything under "all" and only its own goods in a category', () => {
  expect(inCategory(list, ALL)).toHaveLength(4);
  expect(inCategory(list, 'packs').map((each) => each.product_id)).toEqual(['pack']);
  expect(inCategory(list, 'nothing here')).toEqual([]);
});
