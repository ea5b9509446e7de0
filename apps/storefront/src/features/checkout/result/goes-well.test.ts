import type { Goods } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { goesWellWith } from './goes-well.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const good = (product_id: string, change: Partial<Goods> = {}): Goods => ({
  product_id,
  kind: 'pack',
  name: product_id,
  description: '',
  image: '',
  category: 'packs',
  tier: 1,
  contents: [],
  price: usd('10.00'),
  tag: null,
  limit: null,
  bonus: null,
  state: 'available',
  ...change,
});

it.each([
  ['a top-up without a figure', good('plain', { kind: 'topup' })],
  ['the bought good', good('bought', { worth: usd('20.00') })],
  ['a good whose limit is reached', good('gone', { worth: usd('20.00'), state: 'limit_reached' })],
])('[F06] offers after a purchase not %s (15.8)', (_, each) => {
  expect(goesWellWith([each], [{ product_id: 'bought' }])).toEqual([]);
});

it('[F06] offers at most four goods after a purchase, the greatest gain first, then the lowest price (15.8)', () => {
  const list = [
    good('1.2', { worth: usd('12.00') }),
    good('1.5', { worth: usd('15.00') }),
    good('dear', { price: usd('19.99') }),
    good('cheap'),
    good('double', { kind: 'topup', first_purchase: 'doubled' }),
    good('1.1', { worth: usd('11.00') }),
  ];
  const idsOf = (goods: readonly Goods[]) => goods.map(({ product_id }) => product_id);
  expect(idsOf(goesWellWith(list, []))).toEqual(['double', '1.5', '1.2', '1.1']);
  const bought = [{ product_id: 'double' }, { product_id: '1.5' }];
  expect(idsOf(goesWellWith(list, bought))).toEqual(['1.2', '1.1', 'cheap', 'dear']);
});
