import type {
  BargainEvent,
  CardEvent,
  CumulationEvent,
} from '@webpay/contract/console/event-calls';
import { describe, expect, it } from 'vitest';
import { knobsOf, withValues } from '@webpay/contract/console/event-rules';
import { behaviourOf, readKnob } from './knobs.ts';
import { outcomeOf } from './outcome.ts';
import {
  type Behaviour,
  PLAYERS,
  simulateBargain,
  simulateCards,
  simulateCumulation,
} from '@webpay/contract/console/simulate';

const gem = (count: number) => [{ item_id: 'gem', name: 'Gems', count }];
const off = (weight: number, lowers: number) => ({ weight, lowers, items: [], odds_percent: 0 });

const BARGAIN: BargainEvent = {
  kind: 'bargain',
  coupon: { from: 360, to: 560, step: 10, days: 14 },
  packs: [
    { id: 'hoard', name: 'Hero’s hoard', price: 1999, worth: 6000, minimum: 999 },
    { id: 'cache', name: 'Cache', price: 1499, worth: 4500, minimum: 749 },
  ],
  sign_in: 60,
  top_up: { at_least: 499, lowers: 150 },
  wheel: [off(20, 200), off(980, 20), { ...off(40, 0), items: gem(50) }],
};
const DAILY: Behaviour = { returns: 1, spins: 1, topsUp: 0, buys: 1, topUpMinor: 499 };
const NEVER: Behaviour = { ...DAILY, returns: 0, spins: 0, buys: 0 };

describe('a bargain', () => {
  it('gives the same players the same luck, so that the same rules give the same result', () => {
    expect(simulateBargain(BARGAIN, DAILY, 14)).toEqual(simulateBargain(BARGAIN, DAILY, 14));
  });

  it('sells a pack at its minimum alone, and each pack once', () => {
    const { sold, paidMinor, offMinor, buyers } = simulateBargain(BARGAIN, DAILY, 100);
    expect(sold).toBe(2 * PLAYERS);
    expect(paidMinor).toBe(PLAYERS * (999 + 749));
    expect(offMinor).toBe(PLAYERS * (1000 + 750));
    expect(buyers).toBe(1);
  });

  it('sells nothing to players who never come back, and takes no step at the minimum', () => {
    const { sold, atMinimum, given } = simulateBargain(BARGAIN, NEVER, 14);
    expect({ sold, last: atMinimum.at(-1), given: given.size }).toEqual({
      sold: 0,
      last: 0,
      given: 0,
    });
    const atOnce = { ...BARGAIN, sign_in: 2000 };
    expect(simulateBargain(atOnce, { ...DAILY, buys: 0 }, 14).given.size).toBe(0);
  });

  it('more off never lets fewer players reach the minimum, on any day', () => {
    const some = { ...DAILY, returns: 0.47 };
    const live = simulateBargain(BARGAIN, some, 14).atMinimum;
    const more = simulateBargain({ ...BARGAIN, sign_in: 90 }, some, 14).atMinimum;
    expect(more.every((share, day) => share >= (live[day] ?? 1))).toBe(true);
    expect(more.at(-1)).toBeGreaterThan(live.at(-1) ?? 1);
    expect(live).toEqual(live.toSorted((one, other) => one - other));
  });

  it('the wheel gives each prize by its odds', () => {
    // Never at the minimum: every player spins on each of 10 days.
    const packs = BARGAIN.packs.map((pack) => ({ ...pack, price: 99_999 }));
    const rules = { ...BARGAIN, sign_in: 0, packs };
    const { given } = simulateBargain(rules, DAILY, 10);
    const expected = (PLAYERS * 10 * 50 * 40) / 1040;
    expect(Math.abs((given.get('Gems') ?? 0) / expected - 1)).toBeLessThan(0.05);
  });

  it('a coupon that ends takes what was lowered with it', () => {
    const short = { ...BARGAIN, coupon: { ...BARGAIN.coupon, days: 1 } };
    expect(simulateBargain(short, DAILY, 14).sold).toBeLessThan(
      simulateBargain(BARGAIN, DAILY, 14).sold,
    );
  });
});

it('a cumulation counts goals once and daily goals each day, and its items for the money', () => {
  const rules: CumulationEvent = {
    kind: 'cumulation',
    points_per_usd: 100,
    tasks: [
      { id: 'points', kind: 'points', goal: 998, items: gem(30) },
      { id: 'days', kind: 'days', goal: 3, items: gem(60) },
      { id: 'daily', kind: 'daily', goal: 499, items: gem(1) },
      { id: 'never', kind: 'daily', goal: 500, items: gem(1000) },
    ],
  };
  const { tasks, toppedUpMinor, given } = simulateCumulation(rules, { ...DAILY, topsUp: 1 }, 2);
  expect(tasks).toEqual([
    { id: 'points', players: 1, claims: PLAYERS },
    { id: 'days', players: 0, claims: 0 },
    { id: 'daily', players: 1, claims: 2 * PLAYERS },
    { id: 'never', players: 0, claims: 0 },
  ]);
  expect(toppedUpMinor).toBe(PLAYERS * 998);
  expect(given).toEqual(new Map([['Gems', 32 * PLAYERS]]));
});

it('a card gives its days to players who come, and its boost on their top-ups', () => {
  const rules: CardEvent = {
    kind: 'card',
    cards: [
      {
        id: 'weekly',
        name: 'Weekly Card',
        price: 499,
        boost_percent: 10,
        days: 7,
        items: gem(90),
        is_extended: true,
      },
    ],
  };
  const [daily] = simulateCards(rules, { ...DAILY, topsUp: 1, topUpMinor: 1000 }).cards;
  expect(daily).toMatchObject({ claimed: 1, boostMinor: 700 });
  expect(daily?.given).toEqual(new Map([['Gems', 630]]));
  const [first] = simulateCards(rules, NEVER).cards;
  expect(first?.claimed).toBeCloseTo(1 / 7);
});

describe('numbers that are tried out', () => {
  it('each is read exactly, and refused out of its bounds', () => {
    const [from] = knobsOf(BARGAIN);
    if (from === undefined) throw new Error('no knob');
    expect(readKnob(from, '4.29')).toBe(429);
    expect(readKnob(from, '5')).toBe(500);
    for (const wrong of ['', '-1', '4.2', '1e3', '4,29', '10000.01', '0x10', 'NaN']) {
      expect(readKnob(from, wrong), wrong).toBeNull();
    }
  });

  it('a contradiction between them is told in a sentence', () => {
    const complaint = (values: Readonly<Record<string, number>>) =>
      withValues(BARGAIN, new Map(Object.entries(values))).complaint;
    expect(complaint({})).toBeNull();
    expect(complaint({ to: 300 })).toBe('The coupon needs a range from less to more.');
    expect(complaint({ step: 30 })).toBe(
      'The steps of the coupon do not end at its highest value.',
    );
    expect(complaint({ step: 0 })).toBe('The steps of the coupon do not end at its highest value.');
    expect(complaint({ 'min hoard': 1999 })).toBe(
      'The lowest price of Hero’s hoard must be below its price.',
    );
  });

  it('another number changes the outcome in words, and leaves the live one', () => {
    const { rules } = withValues(BARGAIN, new Map([['sign_in', 90]]));
    const value = (which: typeof rules) =>
      outcomeOf(which, { ...DAILY, returns: 0.47 }, 14).figures.find(
        ({ key }) => key === 'minimum',
      );
    expect(value(rules)?.value).not.toBe(value(BARGAIN)?.value);
  });
});

it('the behaviour of players is measured where a round has enough of them', () => {
  const results = {
    players: 1000,
    tasks: [
      { task: 'sign_in', players: 1000, times: 5500 },
      { task: 'spin', players: 900, times: 4400 },
      { task: 'top_up', players: 200, times: 550 },
    ],
    sold: null,
    topped_up: { orders: 0, usd_minor: 0 },
    until: 0,
  };
  expect(behaviourOf(results, 10)).toMatchObject({
    isMeasured: true,
    behaviour: { returns: 0.5, spins: 0.8, topsUp: 0.1 },
  });
  expect(behaviourOf({ ...results, players: 99 }, 10).isMeasured).toBe(false);
  expect(behaviourOf(undefined, 10).isMeasured).toBe(false);
});
