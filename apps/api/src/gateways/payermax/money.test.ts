import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCharge, fromWire, toWireNumber, toWireText } from './money.ts';

/** ISO 4217 minor units → the amounts in `orderAndPay` and `applyDropinSession`. */
const WRITTEN = [
  ['USD', 1999, 19.99, '19.99'],
  ['USD', 1000, 10, '10.00'],
  ['USD', 1, 0.01, '0.01'],
  ['EUR', 110, 1.1, '1.10'],
  ['HUF', 199950, 1999.5, '1999.50'],
  ['JPY', 500, 500, '500'],
  ['KRW', 12000, 12000, '12000'],
  ['VND', 25000, 25000, '25000'],
  ['TWD', 10000, 100, '100'],
  ['IDR', 1500000, 15000, '15000'],
  ['PKR', 50000, 500, '500'],
  ['COP', 900000, 9000, '9000'],
  ['KWD', 1500, 1.5, '1.50'],
  ['KWD', 1230, 1.23, '1.23'],
  ['BHD', 10, 0.01, '0.01'],
  ['OMR', 100000, 100, '100.00'],
] as const;

const REFUSED = [
  ['TWD', 10050, 'whole dollars only'],
  ['IDR', 1500001, 'whole rupiah only'],
  ['PKR', 99, 'whole rupees only'],
  ['KWD', 1234, 'two decimals of three'],
  ['JOD', 1, 'two decimals of three'],
  ['USD', 0, 'nothing'],
  ['USD', -100, 'less than nothing'],
  ['USD', 0.5, 'part of a cent'],
  ['USD', Number.NaN, 'no number'],
  ['USD', 2 ** 53, 'more than a number holds exactly'],
  ['usd', 100, 'no currency code'],
  ['', 100, 'no currency code'],
] as const;

const READ = [
  [19.99, 'USD', 1999],
  [10.0, 'USD', 1000],
  [3.673e1, 'AED', 3673],
  [100, 'TWD', 10000],
  [1.5, 'KWD', 1500],
  [500, 'JPY', 500],
  ['19.99', 'USD', 1999],
  ['19.9900', 'USD', 1999],
  ['100', 'TWD', 10000],
  ['1.50', 'KWD', 1500],
  [19.999, 'USD', null],
  [500.5, 'JPY', null],
  [-1, 'USD', null],
  [1e300, 'USD', null],
  [Number.POSITIVE_INFINITY, 'USD', null],
  ['19.999', 'USD', null],
  ['1e3', 'USD', null],
  ['-1.00', 'USD', null],
  ['', 'USD', null],
  [' 1.00', 'USD', null],
  [null, 'USD', null],
  [{ value: 1 }, 'USD', null],
] as const;

describe('money on the wire to PayerMax', () => {
  it.each(WRITTEN)('writes %s %i as %d and "%s"', (currency, minor, number, text) => {
    expect(canCharge(minor, currency)).toBe(true);
    expect(toWireNumber(minor, currency)).toBe(number);
    expect(JSON.stringify(toWireNumber(minor, currency))).not.toMatch(/e/);
    expect(toWireText(minor, currency)).toBe(text);
  });

  it.each(REFUSED)('does not charge %s %d: %s', (currency, minor) => {
    expect(canCharge(minor, currency)).toBe(false);
  });

  it.each(READ)('reads %j %s as %j', (value, currency, minor) => {
    expect(fromWire(value, currency)).toBe(minor);
  });

  it('reads back every sum it can charge, as a number and as a text', () => {
    const currency = fc.constantFrom('USD', 'JPY', 'TWD', 'IDR', 'KWD', 'BHD', 'HUF', 'COP', 'CLP');
    fc.assert(
      fc.property(currency, fc.integer({ min: 1, max: 2 ** 47 }), (code, minor) => {
        fc.pre(canCharge(minor, code));
        const number: unknown = JSON.parse(JSON.stringify(toWireNumber(minor, code)));
        expect(fromWire(number, code)).toBe(minor);
        expect(fromWire(toWireText(minor, code), code)).toBe(minor);
      }),
      { numRuns: 500 },
    );
  });
});
