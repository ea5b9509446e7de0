import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, dayEnd, dayOf, daysBetween, dayStart, stateOf } from './days.ts';

const at = (moment: string) => new Date(moment);

describe('[S10] the UTC day of', () => {
  test.each<[string, string, string, string]>([
    ['the first millisecond', '2026-11-22T00:00:00.000Z', '2026-11-22', '2026-11-23'],
    ['the last millisecond', '2026-11-22T23:59:59.999Z', '2026-11-22', '2026-11-23'],
    ['one later', '2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-24'],
    ['before a leap day', '2028-02-28T23:59:59.999Z', '2028-02-28', '2028-02-29'],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02-29', '2028-03-01'],
    ['no leap day in 2100', '2100-02-28T23:59:59.999Z', '2100-02-28', '2100-03-01'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01'],
    ['a zone that is a day ahead', '2026-11-23T13:59:59.999+14:00', '2026-11-22', '2026-11-23'],
    [
      'a zone that is half a day behind',
      '2026-11-22T12:00:00.000-12:00',
      '2026-11-23',
      '2026-11-24',
    ],
    ['New York, clocks go back', '2026-11-01T01:30:00.000-05:00', '2026-11-01', '2026-11-02'],
    ['Berlin, clocks go forward', '2026-03-29T03:30:00.000+02:00', '2026-03-29', '2026-03-30'],
  ])('%s (%s)', (_what, moment, day, next) => {
    expect(dayOf(at(moment))).toBe(day);
    expect(dayEnd(at(moment)).toISOString()).toBe(`${next}T00:00:00.000Z`);
    expect(dayStart(day).getTime()).toBeLessThanOrEqual(at(moment).getTime());
    expect(dayEnd(at(moment)).getTime()).toBeGreaterThan(at(moment).getTime());
  });
});

describe('addDays and daysBetween', () => {
  test.each<[string, number, string]>([
    ['2026-11-22', 0, '2026-11-22'],
    ['2026-11-22', 1, '2026-11-23'],
    ['2026-11-22', -22, '2026-10-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2028-02-29', 366, '2029-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    // Two clock changes lie between, in most zones with daylight saving time.
    ['2026-03-01', 365, '2027-03-01'],
  ])('%s and %i days: %s', (from, count, to) => {
    expect(addDays(from, count)).toBe(to);
    expect(daysBetween(from, to)).toBe(count);
    expect(daysBetween(to, from)).toBe(count === 0 ? 0 : -count);
  });
});

describe('[S10] a window includes its first moment and excludes its last', () => {
  const window = {
    starts_at: at('2028-02-29T00:00:00.000Z'),
    ends_at: at('2028-03-01T00:00:00.000Z'),
  };
  test.each([
    ['2028-02-28T23:59:59.999Z', 'not_started'],
    ['2028-02-29T00:00:00.000Z', 'running'],
    ['2028-02-29T23:59:59.999Z', 'running'],
    ['2028-03-01T00:00:00.000Z', 'ended'],
  ])('%s (%s)', (now, state) => {
    expect(stateOf(window, at(now))).toBe(state);
  });
});

test.each([
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'UTC',
])('a server in zone %s computes the same days', (zone) => {
  const script = `
      const { addDays, dayEnd, dayOf, daysBetween } = await import(${JSON.stringify(path.join(import.meta.dirname, 'days.ts'))});
      // Every hour around the nights of clock changes.
      const from = [Date.UTC(2026, 2, 7), Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24), Date.UTC(2026, 10, 1)];
      const moments = from.flatMap((start) => Array.from({ length: 72 }, (_, hour) => new Date(start + hour * 3600000)));
      const days = moments.map((moment) => [dayOf(moment), dayEnd(moment).toISOString(), addDays(dayOf(moment), 200)]);
      console.log(JSON.stringify([new Date(0).getTimezoneOffset(), days, daysBetween('2026-01-01', '2026-12-31')]));`;
  const countedIn = (TZ: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const [offset, ...counted] = JSON.parse(stdout) as [number, ...unknown[]];
    return { offset, counted };
  };
  const here = countedIn(zone);
  // An unknown zone would prove nothing.
  expect(here.offset === 0).toBe(zone === 'UTC');
  expect(here.counted).toEqual(countedIn('UTC').counted);
});
