import { describe, expect, it } from 'vitest';
import { passedLimit, sumLimitsOf } from './sum-limits.ts';

const CART = { cart_limit: 10, cart_usd_limit: 800, use_usd_limit: true } as const;
const LIVE = { mode: 'production', limitScale: 1 } as const;
const NONE = { is_new: false, of_day: 0, of_first_day: 0 };

describe('sum limits of a project (14.16)', () => {
  it.each([
    ['1,000 dollars an order by default', CART, [100_000, 1_000_000, 300_000]],
    [
      '1,000 dollars without a dollar limit of the cart',
      { ...CART, use_usd_limit: false },
      [100_000, 1_000_000, 300_000],
    ],
    [
      'room for one order of a large cart',
      { ...CART, cart_usd_limit: 20_000 },
      [2_000_000, 2_000_000, 2_000_000],
    ],
    ['no first day above the day', { ...CART, day_usd_limit: 1_500 }, [100_000, 150_000, 150_000]],
    [
      'the catalogue’s own',
      { ...CART, order_usd_limit: 900, day_usd_limit: 1_200, first_day_usd_limit: 100 },
      [90_000, 120_000, 10_000],
    ],
  ])('are %s', (_, project, [orderMinor, dayMinor, firstDayMinor]) => {
    expect(sumLimitsOf(project, LIVE)).toEqual({ orderMinor, dayMinor, firstDayMinor });
  });

  it('follow LIMIT_SCALE in a sandbox only, without the order’s, and never downwards', () => {
    const doubled = { orderMinor: 100_000, dayMinor: 2_000_000, firstDayMinor: 600_000 };
    expect(sumLimitsOf(CART, { mode: 'sandbox', limitScale: 2 })).toEqual(doubled);
    const plain = sumLimitsOf(CART, LIVE);
    expect(sumLimitsOf(CART, { mode: 'sandbox', limitScale: 0.1 })).toEqual(plain);
    expect(sumLimitsOf(CART, { mode: 'production', limitScale: 10 })).toEqual(plain);
  });
});

describe('an order’s sum (14.16)', () => {
  const limits = { orderMinor: 1_000, dayMinor: 5_000, firstDayMinor: 2_000 };
  const of = (usdMinor: number, bought = NONE) => passedLimit(usdMinor, bought, limits);

  it('may reach each limit', () => {
    expect(of(1_000, { is_new: false, of_day: 4_000, of_first_day: 0 })).toBeNull();
    expect(of(1_000, { is_new: true, of_day: 1_000, of_first_day: 1_000 })).toBeNull();
  });

  it.each([
    ['the order', of(1_001), { limit: 'order', maxMinor: 1_000, leftMinor: 1_000 }],
    [
      'the day',
      of(600, { ...NONE, of_day: 4_500 }),
      { limit: 'day', maxMinor: 5_000, leftMinor: 500 },
    ],
    [
      'the first day',
      of(600, { is_new: true, of_day: 0, of_first_day: 1_500 }),
      { limit: 'first_day', maxMinor: 2_000, leftMinor: 500 },
    ],
    [
      'a full day, by nothing left',
      of(1, { ...NONE, of_day: 9_000 }),
      { limit: 'day', maxMinor: 5_000, leftMinor: 0 },
    ],
  ])('names the narrowest limit that it passes: %s', (_, passed, expected) => {
    expect(passed).toEqual(expected);
  });
});
