import { describe, expect, test } from 'vitest';
import { momentsBy, dueMoment } from './moments.ts';

const window = {
  starts_at: new Date('2026-12-01T00:00:00Z'),
  ends_at: new Date('2026-12-15T00:00:00Z'),
};
const remind = { before_start_minutes: 60, before_end_minutes: 1440 };

describe('[F11] the due reminder is', () => {
  test.each([
    ['none long before', '2026-11-30T22:59:59.999Z', 0, null],
    ['an hour before it begins', '2026-11-30T23:00:00.000Z', 1, 'starts_soon'],
    ['until it begins', '2026-11-30T23:59:59.999Z', 1, 'starts_soon'],
    ['when it has begun', '2026-12-01T00:00:00.000Z', 2, 'started'],
    ['for a day after the start', '2026-12-01T23:59:59.999Z', 2, 'started'],
    ['none after that day', '2026-12-02T00:00:00.000Z', 2, null],
    ['a day before it ends', '2026-12-14T00:00:00.000Z', 3, 'ends_soon'],
    ['until it ends', '2026-12-14T23:59:59.999Z', 3, 'ends_soon'],
    ['none after the end', '2026-12-15T00:00:00.000Z', 3, null],
    ['none long after the end', '2027-12-15T00:00:00.000Z', 3, null],
  ] as const)('%s', (_what, now, come, lastMoment) => {
    expect(momentsBy(window, remind, new Date(now))).toBe(come);
    expect(dueMoment(window, remind, new Date(now))).toBe(lastMoment);
  });

  test.each([
    [
      'none before the start with a lead time of 0',
      { before_start_minutes: 0 },
      '2026-11-30T23:59:59.999Z',
      null,
    ],
    [
      'none before the end with a lead time of 0',
      { before_end_minutes: 0 },
      '2026-12-14T23:59:59.999Z',
      null,
    ],
    [
      'none a day after the lead time began',
      { before_start_minutes: 7 * 1440 },
      '2026-11-25T00:00:00.000Z',
      null,
    ],
    [
      'only the start for an event shorter than its lead time',
      { before_end_minutes: 14 * 1440 },
      '2026-12-01T00:00:00.000Z',
      'started',
    ],
  ] as const)('%s', (_what, other, now, lastMoment) => {
    expect(dueMoment(window, { ...remind, ...other }, new Date(now))).toBe(lastMoment);
  });
});
