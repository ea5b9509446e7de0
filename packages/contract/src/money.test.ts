import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf, fromMinor, toMinor } from './money.ts';

describe('money', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['USD', 2],
    ['IDR', 2],
    ['TWD', 2],
    ['KWD', 3],
  ])('%s has %i decimals', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
  });

  it.each([
    ['4.99', 'USD', 499],
    ['0.05', 'EUR', 5],
    ['750', 'JPY', 750],
    ['1.500', 'KWD', 1500],
    ['29000.00', 'IDR', 2_900_000],
  ])('reads %s %s as %i minor units and writes it back', (amount, currency, minor) => {
    expect(toMinor({ amount, currency })).toBe(minor);
    expect(fromMinor(minor, currency)).toEqual({ amount, currency });
  });

  it.each([
    ['4.9', 'USD'],
    ['4.990', 'USD'],
    ['4,99', 'USD'],
    ['-4.99', 'USD'],
    ['', 'USD'],
    ['1e3', 'JPY'],
    ['750.0', 'JPY'],
    ['1.50', 'KWD'],
    [' 4.99', 'USD'],
    ['٤.٩٩', 'USD'],
  ])('refuses %j %s', (amount, currency) => {
    expect(() => toMinor({ amount, currency })).toThrow(RangeError);
  });

  it('keeps every sum over both conversions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom('USD', 'JPY', 'KWD', 'IDR'),
        (minor, currency) => {
          expect(toMinor(fromMinor(minor, currency))).toBe(minor);
        },
      ),
    );
  });
});
