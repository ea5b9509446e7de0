import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PriceNotWritable, pricesIn, writePrices } from './edit-prices.ts';

const FILE = path.join(import.meta.dirname, '../../../../../catalogue/poi_mbo/products.yaml');
const real = readFileSync(FILE, 'utf8');

const small = `# the shelf
products:
  - product_id: gems-1 # smallest
    prices: { USD: "0.99", JPY: '150' } # flow
  - product_id: gems-2
    prices:
      USD:   '1.99'   # three spaces
      EUR: '1.89'
`;

describe('a price is written into the file in place', () => {
  it('comments, quotes, order and spaces stay', () => {
    const cells = [
      { product_id: 'gems-2', currency: 'USD', minor: 10_249 },
      { product_id: 'gems-1', currency: 'JPY', minor: 99 },
      { product_id: 'gems-1', currency: 'USD', minor: 5 },
    ];
    expect(writePrices(small, cells)).toBe(
      small.replace('"0.99"', '"0.05"').replace("'150'", "'99'").replace("'1.99'", "'102.49'"),
    );
  });

  it('a price of each good of a shipped file, one by one, changes its own bytes alone', () => {
    const goods = [...pricesIn(real)];
    expect(goods.length).toBeGreaterThan(5);
    // Parsing is slow: all currencies of the first good, then one of each other.
    for (const [n, [product_id, prices]] of goods.entries()) {
      for (const [currency, minor] of [...prices].slice(0, n === 0 ? undefined : 1)) {
        const there = writePrices(real, [{ product_id, currency, minor: minor + 100 }]);
        expect(there).not.toBe(real);
        expect(writePrices(there, [{ product_id, currency, minor }])).toBe(real);
      }
    }
  });

  it('a good, a currency or a reference that is not written there is refused', () => {
    const cell = { product_id: 'gems-1', currency: 'EUR', minor: 1 };
    expect(() => writePrices(small, [cell])).toThrow(PriceNotWritable);
    expect(() => writePrices(small, [{ ...cell, product_id: 'gems-9' }])).toThrow(PriceNotWritable);
    expect(() => writePrices('', [cell])).toThrow(PriceNotWritable);
    const shared = small.replace("'1.89'", '*p').replace('"0.99"', '&p "0.99"');
    const eur = { product_id: 'gems-2', currency: 'EUR', minor: 1 };
    expect(() => writePrices(shared, [eur])).toThrow(PriceNotWritable);
    expect(() => writePrices(shared, [{ ...cell, currency: 'USD' }])).toThrow(PriceNotWritable);
  });
});
