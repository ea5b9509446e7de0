import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, dayStart, type Day } from '../days.ts';
import { activeOn, spansOf, type Bought } from './span.ts';

const at = (moment: string, endedAt?: string): Bought => ({
  bought_at: new Date(moment),
  days: 7,
  ended_at: endedAt === undefined ? null : new Date(endedAt),
});
const dayOn = (purchases: readonly Bought[], today: Day) => {
  const active = activeOn(purchases, today);
  return active === null ? null : [active.day, active.days, active.expiresAt.toISOString()];
};

describe('[F10] the days of a card', () => {
  it.each([
    ['the day it was bought', '2026-11-20T00:00:00.000Z', '2026-11-20', 1],
    ['the day it was bought in its last moment', '2026-11-20T23:59:59.999Z', '2026-11-20', 1],
    ['the next day from its first moment', '2026-11-20T23:59:59.999Z', '2026-11-21', 2],
    ['the seventh day', '2026-11-20T12:00:00Z', '2026-11-26', 7],
    ['none on the eighth', '2026-11-20T12:00:00Z', '2026-11-27', null],
    ['none before', '2026-11-20T12:00:00Z', '2026-11-19', null],
    ['a leap day', '2028-02-25T12:00:00Z', '2028-02-29', 5],
    ['the day after a leap day', '2028-02-25T12:00:00Z', '2028-03-01', 6],
    ['the same day without a leap day', '2027-02-25T12:00:00Z', '2027-03-01', 5],
    ['across the turn of a year', '2026-12-30T12:00:00Z', '2027-01-02', 4],
  ] as const)('%s', (_, bought, today, day) => {
    expect(activeOn([at(bought)], today)?.day ?? null).toBe(day);
  });

  it.each([
    ['follow the first', ['2026-11-20T09:00Z', '2026-11-22T09:00Z'], '2026-11-28', [9, 14]],
    [
      'follow the first when bought in its last moment',
      ['2026-11-20T09:00Z', '2026-11-26T23:59:59.999Z'],
      '2026-11-27',
      [8, 14],
    ],
    [
      'start a new card a moment later',
      ['2026-11-20T09:00Z', '2026-11-27T00:00:00.000Z'],
      '2026-11-27',
      [1, 7],
    ],
    [
      'last three weeks when bought three times',
      ['2026-11-20T09:00Z', '2026-11-20T09:00Z', '2026-11-20T09:01Z'],
      '2026-12-10',
      [21, 21],
    ],
  ] as const)('after a second purchase %s', (_, bought, today, [day, days]) => {
    const purchases = bought.map((moment) => at(moment));
    expect(activeOn(purchases, today)).toMatchObject({ day, days });
  });

  it('end with a refund, and the next card begins that day', () => {
    const before = [at('2026-11-20T09:00Z'), at('2026-11-21T09:00Z')];
    expect(dayOn(before, '2026-11-23')).toEqual([4, 14, '2026-12-04T00:00:00.000Z']);
    const [, second = at('2026-11-21T09:00Z')] = before;
    const after = [at('2026-11-20T09:00Z', '2026-11-23T12:00Z'), second];
    expect(dayOn(after, '2026-11-22')).toEqual([3, 10, '2026-11-30T00:00:00.000Z']);
    expect(dayOn(after, '2026-11-23')).toEqual([4, 10, '2026-11-30T00:00:00.000Z']);
    expect(dayOn(after.slice(0, 1), '2026-11-22')?.[0]).toBe(3);
    expect(dayOn(after.slice(0, 1), '2026-11-23')).toBeNull();
  });

  it('are none after a refund on the day of purchase', () => {
    const gone = at('2026-11-20T09:00Z', '2026-11-20T12:00Z');
    expect(spansOf([gone])).toEqual([]);
    expect(dayOn([gone, at('2026-11-20T10:00Z')], '2026-11-20')?.[0]).toBe(1);
  });

  it('stay unchanged when an expired card is refunded', () => {
    const late = [at('2026-11-20T09:00Z', '2026-11-29T12:00Z'), at('2026-11-21T09:00Z')];
    expect(dayOn(late, '2026-11-29')).toEqual([10, 14, '2026-12-04T00:00:00.000Z']);
  });
});

describe('[F10] card purchases at any times', () => {
  const START = Date.UTC(2028, 1, 1);
  const purchases = fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 90 * 86_400_000 }),
        days: fc.integer({ min: 1, max: 31 }),
        refundedMs: fc.option(fc.integer({ min: 0, max: 40 * 86_400_000 })),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) =>
      all
        .toSorted((a, b) => a.at - b.at)
        .map(({ at: ms, days, refundedMs }): Bought => ({
          bought_at: new Date(START + ms),
          days,
          ended_at: refundedMs === null ? null : new Date(START + ms + refundedMs),
        })),
    );
  const everyDay = Array.from({ length: 90 + 8 * 31 + 2 }, (_, n) =>
    addDays(dayOf(new Date(START)), n - 1),
  );

  it('each bring all their days unless refunded, without overlap and not before the purchase', () => {
    fc.assert(
      fc.property(purchases, (all) => {
        const spans = spansOf(all);
        const unrefunded = all.filter(({ ended_at }) => ended_at === null);
        expect(spans.filter(({ purchase }) => purchase.ended_at === null)).toHaveLength(
          unrefunded.length,
        );
        for (const [index, { purchase, first, last }] of spans.entries()) {
          const { bought_at, days, ended_at } = purchase;
          const full = addDays(first, days - 1);
          if (ended_at === null) expect(last).toBe(full);
          else expect(last <= full && last < dayOf(ended_at)).toBe(true);
          expect(first >= dayOf(bought_at)).toBe(true);
          const before = spans[index - 1];
          if (before !== undefined) expect(first > before.last).toBe(true);
        }
        const sum = spans.reduce(
          (total, { first, last }) => total + daysBetween(first, last) + 1,
          0,
        );
        expect(everyDay.filter((day) => activeOn(all, day) !== null)).toHaveLength(sum);
      }),
    );
  });

  it('count days up by one from 1 to the last', () => {
    fc.assert(
      fc.property(purchases, (all) => {
        const wrong = everyDay.filter((today) => {
          const active = activeOn(all, today);
          if (active === null) return false;
          const { day, days, firstDay, expiresAt } = active;
          const tomorrow = activeOn(all, addDays(today, 1));
          // A purchase right after the end starts a new card.
          const continues = day < days;
          const follows =
            (tomorrow?.day ?? 1) === (continues ? day + 1 : 1) &&
            (!continues || tomorrow?.days === days);
          const isPlaced = addDays(firstDay, day - 1) === today;
          const ends = expiresAt.getTime() === dayStart(addDays(firstDay, days)).getTime();
          return !(follows && isPlaced && ends);
        });
        // One `expect` a sample: the days are hundreds.
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('never lose a day by one more purchase', () => {
    fc.assert(
      fc.property(purchases, (all) => {
        const fewer = all.slice(0, -1);
        const lost = everyDay.filter((today) => {
          const before = activeOn(fewer, today);
          return before !== null && activeOn(all, today)?.day !== before.day;
        });
        expect(lost).toEqual([]);
      }),
    );
  });
});
