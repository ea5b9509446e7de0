import { describe, expect, it } from 'vitest';
import { taxIncluded, taxRateOf } from './project-data.ts';

describe('[F19] the tax in a price', () => {
  it.each([
    ['a round sum', 11_900, 19, 1_900],
    ['half a unit is rounded up', 105, 5, 5],
    ['less than half is rounded down', 99, 1, 1],
    ['no tax', 9_999, 0, 0],
    ['three decimals', 10_888, 8.875, 888],
    ['a currency without decimals', 1_500, 10, 136],
    ['beyond the precision of floats', 9_007_199_254_740_991, 27, 1_914_916_376_992_179],
  ])('%s', (_what, total, percent, tax) => {
    expect(taxIncluded(total, percent)).toBe(tax);
  });

  const VAT = { en: 'VAT' };
  const rates = [
    { countries: '*' as const, name: { en: 'Tax' }, percent: 1 },
    { countries: ['RO'], name: VAT, percent: 21, since: '2025-08-01' },
    { countries: ['DE', 'RO'], name: VAT, percent: 19 },
  ];
  it.each([
    ['RO', '2025-07-31T23:59:59Z', 19],
    ['RO', '2025-08-01T00:00:00Z', 21],
    ['DE', '2026-01-01T00:00:00Z', 19],
    ['US', '2026-01-01T00:00:00Z', 1],
  ])('in %s at %s is %d %', (country, at, percent) => {
    expect(taxRateOf(rates, country, new Date(at))?.percent).toBe(percent);
  });

  it('is null without a rate', () => {
    expect(taxRateOf(rates.slice(1), 'US', new Date())).toBeNull();
  });
});
