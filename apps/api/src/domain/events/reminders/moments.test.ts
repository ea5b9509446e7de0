import { describe, expect, test } from 'vitest';
import { momentsBy, momentToTell } from './moments.ts';

const window = {
  startsAt: new Date('2026-12-01T00:00:00Z'),
  endsAt: new Date('2026-12-15T00:00:00Z'),
};
const remind = { before_start_minutes: 60, before_end_minutes: 1440 };

describe('[F11] a bell rings', () => {
  test.each([
    ['long before', '2026-11-30T22:59:59.999Z', 0, null],
    ['an hour before it begins', '2026-11-30T23:00:00.000Z', 1, 'starts_soon'],
    ['until it begins', '2026-11-30T23:59:59.999Z', 1, 'starts_soon'],
    ['when it has begun', '2026-12-01T00:00:00.000Z', 2, 'started'],
    ['for a day, should the worker be away', '2026-12-01T23:59:59.999Z', 2, 'started'],
    ['and no longer', '2026-12-02T00:00:00.000Z', 2, null],
    ['a day before it ends', '2026-12-14T00:00:00.000Z', 3, 'ends_soon'],
    ['until it ends', '2026-12-14T23:59:59.999Z', 3, 'ends_soon'],
    ['not when it is over', '2026-12-15T00:00:00.000Z', 3, null],
    ['nor long after', '2027-12-15T00:00:00.000Z', 3, null],
  ] as const)('%s', (_what, now, come, told) => {
    expect(momentsBy(window, remind, new Date(now))).toBe(come);
    expect(momentToTell(window, remind, new Date(now))).toBe(told);
  });

  test.each([
    ['no word before it begins', { before_start_minutes: 0 }, '2026-11-30T23:59:59.999Z', null],
    ['no word before it ends', { before_end_minutes: 0 }, '2026-12-14T23:59:59.999Z', null],
    [
      'a week before it begins is old news a day later',
      { before_start_minutes: 7 * 1440 },
      '2026-11-25T00:00:00.000Z',
      null,
    ],
    [
      'what is shorter than its last word only begins',
      { before_end_minutes: 14 * 1440 },
      '2026-12-01T00:00:00.000Z',
      'started',
    ],
  ] as const)('%s', (_what, other, now, told) => {
    expect(momentToTell(window, { ...remind, ...other }, new Date(now))).toBe(told);
  });
});
