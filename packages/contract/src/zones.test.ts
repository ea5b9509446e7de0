import { describe, expect, test } from 'vitest';
import { instantOf, isZone, wallTime } from './zones.ts';

const at = (wall: string, zone: string): string | null => {
  const instant = instantOf(wall, zone);
  return instant === null ? null : new Date(instant).toISOString();
};

describe('[S10] a wall-clock time is one instant', () => {
  test.each<[string, string, string, string]>([
    ['a zone without summer time', '2026-12-24 00:00', 'Asia/Seoul', '2026-12-23T15:00:00.000Z'],
    ['UTC', '2026-12-24 00:00', 'UTC', '2026-12-24T00:00:00.000Z'],
    ['half an hour', '2026-12-24 00:00', 'Asia/Kolkata', '2026-12-23T18:30:00.000Z'],
    ['three quarters', '2026-12-24 00:00', 'Asia/Kathmandu', '2026-12-23T18:15:00.000Z'],
    ['a day ahead', '2027-01-01 00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
    ['winter', '2026-03-29 01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['summer', '2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['the first of two', '2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['after both', '2026-10-25 03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['the first of two, west', '2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    [
      'a change of half an hour',
      '2027-04-04 01:45',
      'Australia/Lord_Howe',
      '2027-04-03T14:45:00.000Z',
    ],
    ['a leap day', '2028-02-29 00:00', 'America/Sao_Paulo', '2028-02-29T03:00:00.000Z'],
  ])('%s: %s in %s', (_what, wall, zone, instant) => {
    expect(at(wall, zone)).toBe(instant);
    expect(wallTime(Date.parse(instant), zone)).toBe(wall);
  });

  test.each<[string, string, string]>([
    ['clocks go forward', '2026-03-29 02:30', 'Europe/Berlin'],
    ['clocks go forward, west', '2027-03-14 02:00', 'America/New_York'],
    ['a skipped midnight', '2027-03-14 00:00', 'America/Havana'],
    ['a skipped day', '2011-12-30 12:00', 'Pacific/Apia'],
    ['no such day', '2026-02-29 00:00', 'Asia/Seoul'],
    ['hour 24', '2026-12-24 24:00', 'Asia/Seoul'],
    ['another form', '2026-12-24T00:00', 'Asia/Seoul'],
    ['an instant', '2026-12-24T00:00:00Z', 'Asia/Seoul'],
  ])('%s: %s does not exist in %s', (_what, wall, zone) => {
    expect(at(wall, zone)).toBeNull();
  });
});

test.each([
  ['Asia/Seoul', true],
  ['Asia/Kolkata', true],
  ['America/Argentina/Buenos_Aires', true],
  ['America/Port-au-Prince', true],
  ['UTC', true],
  ['Asia/Soul', false],
  ['asia/seoul', false],
  ['KST', false],
  ['EST', false],
  ['+09:00', false],
  ['Etc/GMT+9', false],
  ['', false],
])('%s is a zone: %s', (zone, is) => {
  expect(isZone(zone)).toBe(is);
});
