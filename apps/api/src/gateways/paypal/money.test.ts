import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCharge, fromWire, toWire } from './money.ts';

const WRITTEN = [
  ['USD', 1999, '19.99'],
  ['USD', 1000, '10.00'],
  ['EUR', 5, '0.05'],
  ['GBP', 123456789, '1234567.89'],
  ['JPY', 500, '500'],
  ['TWD', 10000, '100'],
  ['HUF', 199900, '1999'],
] as const;

const REFUSED = [
  ['HUF', 199950, 'whole forints only'],
  ['TWD', 10050, 'whole dollars only'],
  ['KWD', 1500, 'not offered'],
  ['KRW', 12000, 'not offered'],
  ['IDR', 1500000, 'not offered'],
  ['BRL', 1000, 'for Brazilian merchants only'],
  ['CNY', 1000, 'for Chinese merchants only'],
  ['MYR', 1000, 'for Malaysian merchants only'],
  ['USD', 0, 'nothing'],
  ['USD', -1, 'less than nothing'],
  ['USD', 1.5, 'part of a cent'],
  ['usd', 100, 'no currency code'],
] as const;

const READ = [
  ['19.99', 'USD', 1999],
  ['10', 'USD', 1000],
  ['10.5', 'USD', 1050],
  ['100', 'TWD', 10000],
  ['500', 'JPY', 500],
  ['500.00', 'JPY', 500],
  ['19.999', 'USD', null],
  ['500.50', 'JPY', null],
  ['.50', 'USD', null],
  ['-19.99', 'USD', null],
  ['1e3', 'USD', null],
  ['', 'USD', null],
  [19.99, 'USD', null],
  [null, 'USD', null],
] as const;

describe('money on the wire to PayPal', () => {
  it.each(WRITTEN)('writes %s %i as "%s"', (currency, minor, text) => {
    expect(canCharge(minor, currency)).toBe(true);
    expect(toWire(minor, currency)).toBe(text);
  });

  it.each(REFUSED)('does not charge %s %d: %s', (currency, minor) => {
    expect(canCharge(minor, currency)).toBe(false);
  });

  it.each(READ)('reads %j %s as %j', (value, currency, minor) => {
    expect(fromWire(value, currency)).toBe(minor);
  });

  it('reads back every sum it can charge', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'TWD', 'HUF', 'THB');
    fc.assert(
      fc.property(currency, fc.integer({ min: 1, max: 2 ** 46 }), (code, minor) => {
        fc.pre(canCharge(minor, code));
        expect(fromWire(toWire(minor, code), code)).toBe(minor);
      }),
      { numRuns: 500 },
    );
  });
});
