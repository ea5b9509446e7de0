import { pointsOfUsd } from '@webpay/contract/points';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../days.ts';
import { gathered, pointsOf, progressOf, type Claimed, type PaidOrder } from './progress.ts';
import type { CumulationRules, TaskKind } from './rules.ts';

const paid = (at: string, usd: number | null = 499, of: Partial<PaidOrder> = {}): PaidOrder => ({
  usd_minor: usd,
  paid_at_ms: Date.parse(at),
  captured_minor: usd ?? 100,
  back_minor: 0,
  ...of,
});
const claimedOf = (kind: TaskKind, goal: number, day = '2026-11-22'): Claimed => ({
  task_id: `${kind}-${goal}`,
  kind,
  day,
  goal,
});

describe('[F09] points of an order are', () => {
  it.each([
    ['whole points for cents', paid('2026-11-22', 99), 100, 99],
    ['rounded down per order', paid('2026-11-22', 99), 10, 9],
    ['none without a dollar price', paid('2026-11-22', null), 100, 0],
    [
      'reduced by a third after a third is refunded',
      paid('2026-11-22', 300, { captured_minor: 900, back_minor: 300 }),
      100,
      200,
    ],
    ['reduced by a refund of one cent', paid('2026-11-22', 99, { back_minor: 1 }), 100, 98],
    ['none after a full refund', paid('2026-11-22', 99, { back_minor: 99 }), 100, 0],
    [
      'exact for rupiahs beyond floats',
      paid('2026-11-22', 9_999_999, { captured_minor: 99_999_999_999, back_minor: 1 }),
      100_000,
      9_999_998_999,
    ],
  ])('%s', (_, order, perUsd, points) => {
    expect(pointsOf(order, perUsd)).toBe(points);
  });
});

it('[F09] the shop promises the points that a paid order earns', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 100_000 }), (usd, perUsd) => {
      const order = paid('2026-11-22', usd, { captured_minor: 1 });
      expect(pointsOfUsd(usd, perUsd)).toBe(pointsOf(order, perUsd));
    }),
  );
});

describe('[F09] a day of cumulative top-ups', () => {
  const last = paid('2026-11-22T23:59:59.999Z');
  const first = paid('2026-11-23T00:00:00.000Z', 99);

  it('includes its last millisecond and excludes the next one', () => {
    expect(gathered([last, first], [], 100, '2026-11-22')).toEqual({
      points: 598,
      days: 2,
      daily: 499,
    });
    expect(gathered([last, first], [], 100, '2026-11-23')).toEqual({
      points: 598,
      days: 2,
      daily: 99,
    });
    expect(gathered([last, first], [], 100, '2026-11-24').daily).toBe(0);
  });

  it('exists on the 29th of February', () => {
    const orders = ['2028-02-28T23:59:59.999Z', '2028-02-29T12:00:00Z', '2028-03-01T00:00:00Z'];
    const all = orders.map((at) => paid(at));
    expect(gathered(all, [], 100, '2028-02-29')).toEqual({ points: 1497, days: 3, daily: 499 });
  });

  it('has 24 hours when the clocks of a player’s zone change', () => {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      paid(`2026-10-25T${String(hour).padStart(2, '0')}:30:00Z`, 99),
    );
    expect(gathered(hours, [], 100, '2026-10-25')).toEqual({ points: 2376, days: 1, daily: 2376 });
  });

  it('is recounted without loss after a wrong clock is corrected', () => {
    const off = gathered([last], [claimedOf('daily', 90)], 100, '2026-11-23');
    expect(off).toEqual({ points: 499, days: 1, daily: 0 });
    expect(gathered([last], [claimedOf('daily', 90)], 100, '2026-11-22').daily).toBe(499);
  });
});

describe('[F09] cumulation tasks', () => {
  const rules: CumulationRules = {
    points_per_usd: 100,
    tasks: [
      { task_id: 'p', kind: 'points', goal: 500, rewards: [] },
      { task_id: 'd', kind: 'days', goal: 2, rewards: [] },
      { task_id: 't', kind: 'daily', goal: 300, rewards: [] },
    ],
  };
  const orders = [paid('2026-11-21', 499), paid('2026-11-22', 299)];
  const at = { today: '2026-11-22', isRunning: true };
  const shown = (claimed: Claimed[], when = at, of = rules) =>
    progressOf(of, { orders, claimed }, when).tasks.map(({ progress, state }) => [progress, state]);

  it('are claimable once their goal is reached, with progress up to the goal', () => {
    expect(shown([])).toEqual([
      [500, 'claimable'],
      [2, 'claimable'],
      [299, 'open'],
    ]);
  });

  it('can be claimed only while the event runs', () => {
    expect(shown([], { ...at, isRunning: false }).map(([, state]) => state)).toEqual([
      'open',
      'open',
      'open',
    ]);
  });

  it('stay claimed, except daily ones of earlier days', () => {
    const claimed = [
      { ...claimedOf('points', 500, '2026-11-20'), task_id: 'p' },
      { ...claimedOf('daily', 300, '2026-11-21'), task_id: 't' },
    ];
    expect(shown(claimed).map(([, state]) => state)).toEqual(['claimed', 'claimable', 'open']);
  });

  it('stay claimed when their goal is raised', () => {
    const raised = { ...rules, tasks: rules.tasks.map((task) => ({ ...task, goal: 9_000 })) };
    const claimed = [{ ...claimedOf('points', 500), task_id: 'p' }];
    expect(shown(claimed, at, raised)).toEqual([
      [9_000, 'claimed'],
      [2, 'open'],
      [299, 'open'],
    ]);
  });
});

describe('[F09] a refund of cumulative top-ups', () => {
  const TODAY = '2026-11-22';
  const day = fc.integer({ min: -3, max: 0 }).map((days) => addDays(TODAY, days));
  const order = fc
    .record({
      usd: fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 5 }),
      captured: fc.integer({ min: 1, max: 2 ** 40 }),
      day,
      ms: fc.integer({ min: 0, max: 86_399_999 }),
    })
    .map(({ usd, captured, day: of, ms }): PaidOrder => ({
      usd_minor: usd,
      paid_at_ms: Date.parse(of) + ms,
      captured_minor: captured,
      back_minor: 0,
    }));
  const claim = fc
    .record({
      kind: fc.constantFrom<TaskKind>('points', 'days', 'daily'),
      goal: fc.integer({ min: 1, max: 200_000 }),
      day,
    })
    .map(({ kind, goal, day: of }) => claimedOf(kind, goal, of));
  const shop = fc.record({
    orders: fc.array(order, { maxLength: 12 }),
    claimed: fc.array(claim, { maxLength: 6 }),
    perUsd: fc.integer({ min: 1, max: 10_000 }),
  });
  /** Refunds of an order in thousandths of its captured amount. */
  const refunds = fc.array(
    fc.record({ of: fc.nat({ max: 11 }), part: fc.integer({ min: 1, max: 400 }) }),
    { maxLength: 20 },
  );
  type Refund = { readonly of: number; readonly part: number };

  /** The orders after some refunds; a fully refunded one no longer counts. */
  const after = (orders: readonly PaidOrder[], back: readonly Refund[]): PaidOrder[] =>
    orders.flatMap((each, index) => {
      const parts = back.filter(({ of }) => of === index).map(({ part }) => part);
      const share = Math.min(
        1_000,
        parts.reduce((sum, part) => sum + part, 0),
      );
      const back_minor = Math.floor((each.captured_minor * share) / 1_000);
      return back_minor === each.captured_minor ? [] : [{ ...each, back_minor }];
    });

  it('removes points, never below zero and never below a claimed goal', () => {
    fc.assert(
      fc.property(shop, refunds, ({ orders, claimed, perUsd }, back) => {
        const shown = gathered(after(orders, back), claimed, perUsd, TODAY);
        const none = gathered(after(orders, back), [], perUsd, TODAY);
        for (const kind of ['points', 'days', 'daily'] as const) {
          const goals = claimed
            .filter((each) => each.kind === kind && (kind !== 'daily' || each.day === TODAY))
            .map(({ goal }) => goal);
          expect(shown[kind]).toBe(Math.max(none[kind], 0, ...goals));
        }
        expect(none.daily).toBeLessThanOrEqual(none.points);
        expect(none.days).toBeLessThanOrEqual(orders.length);
      }),
    );
  });

  it('gives the same result in any order and never adds a point', () => {
    fc.assert(
      fc.property(shop, refunds, fc.nat(), ({ orders, claimed, perUsd }, back, turn) => {
        const shuffled = [
          ...back.slice(turn % (back.length + 1)),
          ...back.slice(0, turn % (back.length + 1)),
        ];
        const end = gathered(after(orders, back), claimed, perUsd, TODAY);
        expect(gathered(after(orders, shuffled.toReversed()), claimed, perUsd, TODAY)).toEqual(end);
        expect(gathered(after(orders, back).toReversed(), claimed, perUsd, TODAY)).toEqual(end);
        let before = gathered(orders, claimed, perUsd, TODAY);
        for (let done = 1; done <= shuffled.length; done += 1) {
          const now = gathered(after(orders, shuffled.slice(0, done)), claimed, perUsd, TODAY);
          expect(now.points).toBeLessThanOrEqual(before.points);
          expect(now.daily).toBeLessThanOrEqual(before.daily);
          expect(now.days).toBeLessThanOrEqual(before.days);
          before = now;
        }
        expect(before).toEqual(end);
      }),
    );
  });

  it('after a claim is made up by later points first', () => {
    const claimed = [claimedOf('points', 5_000)];
    const bought = paid(`${TODAY}T10:00:00Z`, 1_000);
    expect(gathered([], claimed, 100, TODAY).points).toBe(5_000);
    expect(gathered([bought], claimed, 100, TODAY).points).toBe(5_000);
    const more = [bought, paid(`${TODAY}T11:00:00Z`, 4_999)];
    expect(gathered(more, claimed, 100, TODAY).points).toBe(5_999);
  });

  it('affects the day the order was paid on', () => {
    fc.assert(
      fc.property(order, (each) => {
        const own = dayOf(new Date(each.paid_at_ms));
        expect(gathered([each], [], 100, own).daily).toBe(pointsOf(each, 100));
      }),
    );
  });
});
