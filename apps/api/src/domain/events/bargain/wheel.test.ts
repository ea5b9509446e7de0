import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../../tests/support/test-database.ts';
import { rulesOf } from '../kind.ts';
import { createCatalogueCache } from '../../projects/catalogue-cache.ts';
import { drawCoupon, drawNumber } from './draw.ts';
import { bargainRules } from './rules.ts';
import { oddsOf, prizeAt, rangesOf } from '@webpay/contract/odds';
import { spinWheel } from './wheel.ts';

const { db } = await testDatabase('seeded');
const wheels = (await createCatalogueCache(db))
  .projects()
  .flatMap((project) =>
    project.events
      .filter(({ kind }) => kind === 'bargain')
      .map((event) => ({ code: project.code, rules: rulesOf(event, bargainRules) })),
  );

const DRAWS = 100_000;
/** Chi-square bounds at p = 1e-6, by degrees of freedom. */
const BOUND: Readonly<Record<number, number>> = { 7: 40.522, 20: 65.421 };

function chiSquare(counts: readonly number[], weights: readonly number[]): number {
  const draws = counts.reduce((sum, count) => sum + count, 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight, index) => {
    const expected = (draws * weight) / total;
    return sum + ((counts[index] ?? 0) - expected) ** 2 / expected;
  }, 0);
}

function boundOf(outcomes: number): number {
  const bound = BOUND[outcomes - 1];
  if (bound === undefined) throw new Error(`no bound for ${outcomes} outcomes`);
  return bound;
}

describe.each(wheels)('[F08] the wheel of $code', ({ rules: { wheel, coupon } }) => {
  it(`stops as often as its odds say, in ${DRAWS} spins`, () => {
    const counts = wheel.map(() => 0);
    for (let spin = 0; spin < DRAWS; spin += 1) {
      const { index } = spinWheel({ randomBytes }, wheel);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    // Compares the displayed odds with the draws.
    expect(chiSquare(counts, oddsOf(wheel))).toBeLessThan(boundOf(wheel.length));
    expect(oddsOf(wheel).reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(100, 3);
  });

  it('[S10] draws each coupon amount of its range equally often', () => {
    const outcomes = (coupon.to_minor - coupon.from_minor) / coupon.step_minor + 1;
    const counts = Array.from({ length: outcomes }, () => 0);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const { value_minor: value } = drawCoupon({ randomBytes }, coupon);
      const index = (value - coupon.from_minor) / coupon.step_minor;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    const even = counts.map(() => 1);
    expect(counts).toHaveLength(outcomes);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(DRAWS);
    expect(chiSquare(counts, even)).toBeLessThan(boundOf(outcomes));
  });
});

describe('[F08] a wheel draw', () => {
  it('test detects odds that are changed by two per cent', () => {
    const wheel = wheels[0]?.rules.wheel ?? [];
    const other = wheel.map((prize, index) => ({ weight: prize.weight + (index === 0 ? 20 : 0) }));
    const counts = wheel.map(() => 0);
    for (let spin = 0; spin < DRAWS; spin += 1) {
      const { index } = spinWheel({ randomBytes }, other);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(chiSquare(counts, oddsOf(wheel))).toBeGreaterThan(boundOf(wheel.length));
  });

  it('is in exactly one range, each as long as its weight', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(weights, (given) => {
        const ranges = rangesOf(given.map((weight) => ({ weight })));
        const total = given.reduce((sum, weight) => sum + weight, 0);
        const hits = given.map(() => 0);
        for (let number = 0; number < total; number += 1) {
          const index = prizeAt(ranges, number);
          hits[index] = (hits[index] ?? 0) + 1;
        }
        expect(hits).toEqual(given);
      }),
    );
  });

  it('rejects bytes that would favour the first numbers', () => {
    const below = 1_000;
    const unfair = 2 ** 48 - (2 ** 48 % below);
    const given = [2 ** 48 - 1, unfair, unfair - 1];
    const bytes = () => {
      const next = Buffer.alloc(6);
      next.writeUIntBE(given.shift() ?? 0, 0, 6);
      return next;
    };
    expect(drawNumber({ randomBytes: bytes }, below)).toBe(below - 1);
    expect(given).toEqual([]);
  });

  it('records its ranges, total and number', () => {
    const bytes = () => Buffer.from([0, 0, 0, 0, 0, 5]);
    expect(spinWheel({ randomBytes: bytes }, [{ weight: 4 }, { weight: 6 }])).toEqual({
      ranges: [
        { from: 0, to: 4 },
        { from: 4, to: 10 },
      ],
      total: 10,
      number: 5,
      index: 1,
    });
  });
});
