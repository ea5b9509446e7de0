import { expect, it } from 'vitest';
import { admissionOf, countryOfStop, nextTryAt } from './rules.ts';

const now = new Date('2026-04-02T10:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

it.each([
  [0, 6, 6],
  [1, 6, 12],
  [2, 6, 24],
  [4, 6, 96],
  [5, 6, 168],
  [50, 6, 168],
  [5_000, 6, 168],
  [0, 0.5, 0.5],
  [1, 168, 168],
])(
  'after %i refused tries, a method that waits %f h first is tried after %f h (14.1)',
  (refused, first, expected) => {
    expect(nextTryAt(now, refused, first)).toEqual(hours(expected));
  },
);

it.each([
  ['an operator\u2019s stop', null, 'A1', 'refused'],
  ['a stop before its next try', hours(1), null, 'refused'],
  ['a stop that another attempt tries', hours(1), 'A2', 'refused'],
  ['a stop that this attempt tries', hours(1), 'A1', 'admitted'],
  ['a stop whose time has come', hours(0), null, 'due'],
  ['a stop whose last try ended without a result', hours(-1), 'A2', 'due'],
] as const)('%s: %s, %s → %s (14.1)', (_, retry_at, trial_attempt_id, admission) => {
  expect(admissionOf({ retry_at, trial_attempt_id }, 'A1', now)).toBe(admission);
});

it('a contract stops one country, an account all of them (14.1)', () => {
  expect(countryOfStop('contract', 'VN')).toBe('VN');
  expect(countryOfStop('account', 'VN')).toBe('*');
});
