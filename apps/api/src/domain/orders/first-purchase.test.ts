import { describe, expect, it } from 'vitest';
import { doublingGoods, givesLess, withDoubles } from './first-purchase.ts';
import { givenCounts } from './given.ts';
import type { SoldItem } from './columns.ts';

const item = (count: number) => ({ item_id: 'gem', name: { en: 'Gems' }, count, image: '' });
const sold = (bonus: number | null, doubled = false): SoldItem => ({
  kind: 'topup',
  name: { en: 'Gems' },
  image: '',
  contents: [item(100)],
  bonus: bonus === null ? null : item(bonus),
  ...(doubled ? { doubled: true } : {}),
});
const line = (id: string, count: number, of: SoldItem) => ({
  productId: id,
  product_id: id,
  count,
  unitMinor: 99,
  usdMinor: 99,
  sold: of,
});

describe('a line gives (15.5)', () => {
  it.each([
    ['one piece', 1, sold(null), [100]],
    ['three pieces with a bonus', 3, sold(10), [300, 30]],
    ['one doubled piece with its bonus', 1, sold(10, true), [200, 20]],
    ['three pieces, one of them doubled', 3, sold(null, true), [400]],
  ])('%s', (_what, count, of, counts) => {
    expect(givenCounts(line('a', count, of))).toEqual(counts);
  });
});

describe('an order gives less than its player saw (15.5)', () => {
  it.each([
    ['as much', [100], false],
    ['more than seen', [50], false],
    ['less', [200], true],
    ['no bonus any more', [100, 10], true],
    ['nothing was seen', [], false],
  ])('%s', (_what, counts, less) => {
    expect(givesLess([{ product_id: 'a', counts }], [line('a', 1, sold(null))])).toBe(less);
  });

  it('for a good that it lacks', () => {
    expect(givesLess([{ product_id: 'b', counts: [1] }], [line('a', 1, sold(null))])).toBe(true);
  });
});

describe('a double (15.5)', () => {
  const data = (first_double?: boolean) => ({ data: { first_double } }) as never;
  const goods = new Map([
    ['a', data(true)],
    ['b', data(false)],
    ['c', data()],
  ]);

  it.each([
    ['direct', ['a']],
    ['cart', ['a']],
    ['mall', []],
    ['bargain', []],
    ['card', []],
  ] as const)('source %s doubles %j', (source, ids) => {
    expect(doublingGoods(source, goods)).toEqual(ids);
  });

  it('marks only lines whose double is free', () => {
    const lines = withDoubles([line('a', 1, sold(null)), line('b', 1, sold(null))], new Set(['b']));
    expect(lines.map(({ sold: { doubled } }) => doubled)).toEqual([undefined, true]);
  });
});
