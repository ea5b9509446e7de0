import { expect, it } from 'vitest';
import { cellKey, type CatalogueFile } from './changed-prices.ts';
import { pastedPrices } from './paste-prices.ts';

const good = (id: string, prices: CatalogueFile['goods'][number]['prices']) => ({
  product_id: id,
  name: id,
  on_sale: true,
  prices,
});
const FILE = {
  currencies: ['EUR', 'JPY', 'KWD'],
  goods: [
    good('one', { EUR: 99, JPY: 160, KWD: 310 }),
    good('two', { EUR: 499, JPY: 800 }),
    good('three', { EUR: 120_000, JPY: 120_000, KWD: 310 }),
  ],
} as unknown as CatalogueFile;

const paste = (text: string, product_id = 'one', currency = 'EUR') => {
  const { texts, outside } = pastedPrices(FILE, { product_id, currency }, text);
  return { texts: Object.fromEntries(texts), outside };
};

it('lays a block of a spreadsheet over the cells from the focused one on', () => {
  expect(paste('1.09\t170\n5,49\t¥850\n').texts).toEqual({
    [cellKey('one', 'EUR')]: '1.09',
    [cellKey('one', 'JPY')]: '170',
    [cellKey('two', 'EUR')]: '5,49',
    [cellKey('two', 'JPY')]: '850',
  });
});

it('counts the cells that are outside of the table or not sold in their currency, and keeps empty ones', () => {
  expect(paste('0.320\t1\n0.330\n\n9', 'one', 'KWD')).toEqual({
    texts: { [cellKey('one', 'KWD')]: '0.320' },
    outside: 3,
  });
  expect(paste('\t170')).toEqual({ texts: { [cellKey('one', 'JPY')]: '170' }, outside: 0 });
});

it.each([
  ['1,234.50', 'EUR', '1234.50'],
  ['1.234,50 €', 'EUR', '1234,50'],
  ['¥1,200', 'JPY', '1200'],
  ['1.200 JPY', 'JPY', '1200'],
  // It may be a thousand, or one euro and twenty cents with a digit too many.
  ['1,200', 'EUR', '1,200'],
  ['0.990', 'EUR', '0.990'],
  ['-5', 'EUR', '-5'],
  ['12k', 'EUR', '12k'],
  ['1O', 'EUR', '1O'],
  ['1E5', 'EUR', '1E5'],
  ['5 6', 'EUR', '5 6'],
  ['1.250', 'KWD', '1.250'],
])('reads %s in %s as %s', (cell, currency, text) => {
  expect(paste(cell, 'three', currency).texts).toEqual({ [cellKey('three', currency)]: text });
});
