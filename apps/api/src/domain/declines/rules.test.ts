import { describe, expect, it } from 'vitest';
import { isAlarming, mayAttempt, verdictOf, type DeclineCounts } from './rules.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 23, 12);
const NONE: DeclineCounts = {
  of_hour: 0,
  of_day: 0,
  of_last_hour: 0,
  last_at: null,
  under_way: 0,
  of_network: 0,
  of_block: 0,
};
/** All declines in one hour, the last one `agoMs` ago. */
const declined = (n: number, agoMs = 0): DeclineCounts => ({
  ...NONE,
  of_hour: agoMs < 60 * MINUTE ? n : 0,
  of_day: n,
  of_last_hour: n,
  last_at: new Date(NOW - agoMs),
});
const PAGE = { limitScale: 1, canProve: true, isCrowd: false };
const verdict = (counts: DeclineCounts, caller = PAGE) => verdictOf(counts, caller, NOW);

const FREE = { kind: 'free' };
const CODE = { kind: 'image_code' };
const pause = (waitMs: number) => ({ kind: 'pause', waitMs });

describe('card testing: the next attempt (14.11)', () => {
  it.each([
    ['no decline', NONE, FREE],
    ['two declines', declined(2), FREE],
    ['three declines in an hour', declined(3), CODE],
    ['five declines in an hour', declined(5), CODE],
    ['three declines, an hour ago', declined(3, 60 * MINUTE), FREE],
    ['six declines in an hour', declined(6), pause(5 * MINUTE)],
    ['six declines, four minutes ago', declined(6, 4 * MINUTE), pause(MINUTE)],
    ['six declines, after the pause', declined(6, 5 * MINUTE), CODE],
    ['six declines, hours ago', declined(6, 300 * MINUTE), CODE],
    ['a seventh decline doubles the pause', declined(7), pause(10 * MINUTE)],
    ['a tenth decline', declined(10), pause(80 * MINUTE)],
    ['the longest pause', declined(50), pause(360 * MINUTE)],
    ['six in a day, one in the last hour', { ...declined(6), of_hour: 1, of_last_hour: 1 }, CODE],
    ['three attempts under way at once', { ...NONE, under_way: 3 }, CODE],
    ['six attempts under way at once', { ...NONE, under_way: 6 }, pause(15_000)],
    ['a network with 19 declines', { ...NONE, of_network: 19 }, FREE],
    ['a network with 20 declines', { ...NONE, of_network: 20 }, CODE],
    ['a network never pauses', { ...NONE, of_network: 10_000 }, CODE],
    ['a block of networks with 59 declines', { ...NONE, of_block: 59 }, FREE],
    ['a block of networks with 60 declines', { ...NONE, of_block: 60 }, CODE],
    ['a block of networks never pauses', { ...NONE, of_block: 10_000 }, CODE],
  ])('%s', (_, counts, expected) => {
    expect(verdict(counts)).toEqual(expected);
  });

  it('waits five minutes where the call has no field for an image code, and never for its network', () => {
    const mall = { ...PAGE, canProve: false };
    expect(verdict(declined(3, MINUTE), mall)).toEqual(pause(4 * MINUTE));
    expect(verdict(declined(3, 5 * MINUTE), mall)).toEqual(FREE);
    expect(verdict({ ...NONE, of_network: 100, of_block: 100 }, mall)).toEqual(FREE);
  });

  it('needs an image code where its network opens many orders, and waits for none', () => {
    const crowd = { ...PAGE, isCrowd: true };
    expect(verdict(NONE, crowd)).toEqual(CODE);
    expect(verdict(NONE, { ...crowd, canProve: false })).toEqual(FREE);
    expect(verdict(declined(6), crowd)).toEqual(pause(5 * MINUTE));
  });

  it('scales with LIMIT_SCALE, down to nothing declined', () => {
    const doubled = { ...PAGE, limitScale: 2 };
    expect(verdict(declined(5), doubled)).toEqual(FREE);
    expect(verdict(declined(6), doubled)).toEqual(CODE);
    expect(verdict(declined(12), doubled)).toEqual(pause(5 * MINUTE));
    expect(verdict({ ...NONE, of_network: 39 }, doubled)).toEqual(FREE);
    expect(verdict({ ...NONE, of_block: 119 }, doubled)).toEqual(FREE);
    expect(verdict({ ...NONE, of_block: 120 }, doubled)).toEqual(CODE);
    expect(verdict(NONE, { ...PAGE, limitScale: 0.01 })).toEqual(FREE);
  });
});

it('an order has at most 20 attempts (14.11)', () => {
  expect([1, 20, 21].map((n) => mayAttempt(n, 1))).toEqual([true, true, false]);
  expect(mayAttempt(1, 0.001)).toBe(true);
});

it.each([
  ['few declines', { declined: 19, paid: 0 }, false],
  ['half of all', { declined: 20, paid: 20 }, true],
  ['a usual share', { declined: 20, paid: 180 }, false],
])('declines of an hour alert: %s (14.11)', (_, counts, expected) => {
  expect(isAlarming(counts, 50)).toBe(expected);
});
