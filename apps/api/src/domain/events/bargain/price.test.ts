import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCharge as byPayermax } from '../../../gateways/payermax/money.ts';
import { canCharge as byPaypal } from '../../../gateways/paypal/money.ts';
import { SHIPPED } from '../../../../../../tests/support/shipped-projects.ts';
import { testDatabase } from '../../../../../../tests/support/test-database.ts';
import { rulesOf } from '../kind.ts';
import { createCatalogueCache } from '../../projects/catalogue-cache.ts';
import { minimumPrice, packPrice, partIn, stepOf } from './price.ts';
import { bargainRules, type BargainRules, type PackTerms } from './rules.ts';

const { db } = await testDatabase('seeded');
const projects = (await createCatalogueCache(db)).projects();

const sold = projects.flatMap((project) =>
  project.events
    .filter(({ kind }) => kind === 'bargain')
    .map((event) => rulesOf(event, bargainRules))
    .flatMap((rules) =>
      rules.packs.flatMap((pack) =>
        Object.keys(pack.prices).map((currency) => ({
          code: project.code,
          name: `${pack.pack_id} in ${currency}`,
          rules,
          pack,
          currency,
        })),
      ),
    ),
);

/** Reductions of a coupon: the drawn one, and up to thirty tasks and spins. */
function partsOf({ coupon, sign_in_minor, top_up, wheel }: BargainRules) {
  const draws = (coupon.to_minor - coupon.from_minor) / coupon.step_minor;
  const steps = [
    sign_in_minor,
    top_up.lowers_minor,
    ...wheel.map(({ lowers_minor }) => lowers_minor),
  ];
  return fc
    .tuple(
      fc.nat(draws).map((number) => coupon.from_minor + number * coupon.step_minor),
      fc.array(fc.constantFrom(...steps), { maxLength: 30 }),
    )
    .map(([drawn, earned]) => [drawn, ...earned]);
}

const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
const whole = (pack: PackTerms) => (pack.prices['USD'] ?? 0) - pack.min_minor;

const codes = [...new Set(sold.map(({ code }) => code))];

it('[F07] all six projects run a bargain, each in ten currencies or more', () => {
  expect(codes).toEqual(expect.arrayContaining([...SHIPPED]));
  for (const code of SHIPPED) expect(offersOf(code).length, code).toBeGreaterThanOrEqual(20);
});

function offersOf(code: string) {
  return sold.filter((offer) => offer.code === code);
}

describe.each(codes)('[F07] [S10] a bargain price of %s, in every currency', (code) => {
  it('falls with each reduction, never rises, and ends at its minimum', () => {
    for (const { rules, pack, currency, name } of offersOf(code)) {
      const path = fc.property(partsOf(rules), (parts) => {
        let before = packPrice(pack, currency, []);
        expect(before.price).toBe(before.original);
        parts.forEach((part, index) => {
          const now = packPrice(pack, currency, parts.slice(0, index + 1));
          expect(now.price, name).toBeLessThanOrEqual(before.price);
          expect(now.price, name).toBeGreaterThanOrEqual(now.minimum);
          const off = sum(parts.slice(0, index + 1));
          if (off >= whole(pack)) expect(now.price, name).toBe(now.minimum);
          else expect(before.price - now.price, name).toBe(partIn(pack, currency, part));
          before = now;
        });
      });
      fc.assert(path, { numRuns: 50 });
    }
  });

  it('can be charged by its gateways and is as round as the pack’s own', () => {
    for (const { rules, pack, currency, name } of offersOf(code)) {
      const path = fc.property(partsOf(rules), (parts) => {
        const { price, minimum, original } = packPrice(pack, currency, parts);
        for (const amount of [price, minimum]) {
          expect(byPayermax(amount, currency), name).toBe(byPayermax(original, currency));
          expect(byPaypal(amount, currency), name).toBe(byPaypal(original, currency));
          expect(amount % stepOf(original, currency), name).toBe(0);
        }
      });
      fc.assert(path, { numRuns: 50 });
    }
  });

  it('is at its minimum exactly when the dollar price is, in any order of reductions', () => {
    for (const { rules, pack, currency, name } of offersOf(code)) {
      const path = fc.property(partsOf(rules), fc.nat(), (parts, seed) => {
        const shuffled = parts.toSorted((a, b) => ((a * 31 + seed) % 7) - ((b * 31 + seed) % 7));
        const { price, minimum } = packPrice(pack, currency, shuffled);
        expect(packPrice(pack, currency, parts).price, name).toBe(price);
        expect(price === minimum, name).toBe(sum(parts) >= whole(pack));
      });
      fc.assert(path, { numRuns: 50 });
    }
  });

  it('is above zero, and so is every reduction', () => {
    for (const { rules, pack, currency, name } of offersOf(code)) {
      expect(minimumPrice(pack, currency), name).toBeGreaterThan(0);
      const prizes = rules.wheel.filter(({ item }) => item === null);
      const parts = [
        rules.sign_in_minor,
        rules.top_up.lowers_minor,
        rules.coupon.from_minor,
        ...prizes.map(({ lowers_minor }) => lowers_minor),
      ];
      for (const part of parts) expect(partIn(pack, currency, part), name).toBeGreaterThan(0);
    }
  });
});

describe('[F07] a bargain price', () => {
  const pack = (prices: Record<string, number>, min_minor: number): PackTerms => ({
    pack_id: 'p',
    product_id: 'p',
    worth_minor: 6000,
    min_minor,
    prices,
  });

  it.each([
    ['USD', 1_999, 60, 60],
    ['EUR', 2_049, 60, 61],
    ['JPY', 2_980, 60, 80],
    ['KRW', 27_900, 60, 800],
    ['TWD', 62_000, 60, 1_800],
    ['HUF', 779_000, 60, 23_000],
    ['IDR', 31_900_000, 60, 900_000],
    ['VND', 509_000, 60, 15_000],
    ['KWD', 5_990, 60, 170],
    ['HKD', 15_800, 60, 470],
  ] as const)(
    'converted to %s at a price of %i, %i cents are %i',
    (currency, price, cents, part) => {
      expect(partIn(pack({ USD: 1_999, [currency]: price }, 999), currency, cents)).toBe(part);
    },
  );

  it.each([
    [2_000, 'USD', 1],
    [2_000, 'EUR', 1],
    [70_900, 'PHP', 100],
    [2_350, 'CHF', 1],
    [100, 'JPY', 1],
    [62_000, 'TWD', 100],
    [5_000, 'KWD', 10],
    [31_900_000, 'IDR', 100_000],
    [27_900, 'KRW', 100],
    [2_980, 'JPY', 10],
    [509_000, 'VND', 1_000],
    [1_899, 'GBP', 1],
  ] as const)('%i %s changes in steps of %i', (price, currency, step) => {
    expect(stepOf(price, currency)).toBe(step);
  });

  it('[C07] is refused in a currency without a price', () => {
    expect(() => packPrice(pack({ USD: 1_999 }, 999), 'EUR', [])).toThrow(
      expect.objectContaining({ code: 10028 }),
    );
  });

  it('never rises and stays at or above its minimum for any catalogue prices', () => {
    const prices = fc.record({
      usd: fc.integer({ min: 2, max: 100_000_000 }),
      own: fc.integer({ min: 1, max: 1_000_000_000_000 }),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'TWD', 'IDR', 'VND'),
      steps: fc.array(fc.nat(1_000_000), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(prices, fc.float({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const { usd, currency, steps } = given;
        // Gateways can charge the prices, as the catalogue requires.
        const own = given.own * 100;
        const min = Math.max(1, Math.floor((usd - 1) * share));
        const terms = pack({ USD: usd, [currency]: own }, min);
        let last = own;
        steps.forEach((_, index) => {
          const now = packPrice(terms, currency, steps.slice(0, index + 1));
          expect(now.price).toBeLessThanOrEqual(last);
          expect(now.price).toBeGreaterThanOrEqual(now.minimum);
          expect(now.minimum).toBeLessThanOrEqual(own);
          last = now.price;
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
