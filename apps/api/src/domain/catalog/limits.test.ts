import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { limitWindowEnd, limitWindowStart } from './limits.ts';
import { limitWindows } from './queries.ts';

const { db } = await testDatabase();

const windowsAt = statement({
  name: 'test.limit_windows',
  text: `select period, since from ${limitWindows(':now::timestamptz')}`,
  params: { now: 'timestamptz' },
  row: v.object({ period: v.picklist(['once', 'day', 'week', 'month']), since: v.date() }),
});

describe('[V06] the window of a purchase limit', () => {
  it.each([
    ['once', '2026-11-21T13:00:00Z', '1970-01-01T00:00:00Z', '9999-01-01T00:00:00Z'],
    ['day', '2026-11-21T23:59:59.999Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    ['week', '2026-11-22T12:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['week', '2027-01-01T00:00:00Z', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z'],
    ['month', '2028-02-29T10:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['month', '2026-12-31T10:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ] as const)('%s at %s starts %s and ends %s', (period, now, start, end) => {
    expect(limitWindowStart(period, new Date(now))).toEqual(new Date(start));
    expect(limitWindowEnd(period, new Date(now))).toEqual(new Date(end));
  });
});

describe('[V06] SQL and code use the same limit windows', () => {
  it.each([
    '2026-11-21T23:59:59.999Z',
    '2026-11-22T12:00:00Z',
    '2026-11-23T00:00:00Z',
    '2027-01-01T00:00:00Z',
    '2028-02-29T10:00:00Z',
  ])('at %s', async (now) => {
    const windows = await db.many(windowsAt, { now: new Date(now) });
    expect(windows).toHaveLength(4);
    for (const { period, since } of windows) {
      expect(since).toEqual(limitWindowStart(period, new Date(now)));
    }
  });
});
