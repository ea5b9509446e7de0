import { expect, it } from 'vitest';
import { servedCountry } from './country.ts';
import { sameMoney, sumOf, timesCount } from './money.ts';

it.each([
  ['0.10', 'USD', 3, '0.30'],
  ['19.99', 'EUR', 3, '59.97'],
  ['150', 'JPY', 7, '1050'],
  ['1.250', 'KWD', 9, '11.250'],
])('[F04] multiplies %s %s × %i to %s', (amount, currency, count, total) => {
  expect(timesCount({ amount, currency }, count)).toEqual({ amount: total, currency });
});

it('[F04] treats the same number in another currency as another price', () => {
  expect(sameMoney({ amount: '9.99', currency: 'USD' }, { amount: '9.99', currency: 'USD' })).toBe(
    true,
  );
  expect(sameMoney({ amount: '9.99', currency: 'USD' }, { amount: '9.99', currency: 'EUR' })).toBe(
    false,
  );
});

it('[F03] adds exactly and never mixes two currencies', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  expect(sumOf([usd('0.10'), usd('0.20'), usd('14.99')])).toEqual(usd('15.29'));
  expect(sumOf([])).toBeNull();
  expect(sumOf([usd('0.10'), { amount: '0.10', currency: 'EUR' }])).toBeNull();
});

it('[F04] uses the chosen country while it is served, else the guessed one', () => {
  const configs = {
    countries: [
      { country: 'US', currency: 'USD' },
      { country: 'DE', currency: 'EUR' },
    ],
    country: 'US',
  };
  expect(servedCountry(configs, 'DE')).toBe('DE');
  expect(servedCountry(configs, 'FR')).toBe('US');
  expect(servedCountry(configs, null)).toBe('US');
});
