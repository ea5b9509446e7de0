import { describe, expect, test } from 'vitest';
import { mistakeOf, timeInWords, warningsOf } from './event-windows.ts';
import type { EventWindow } from './publish-shapes.ts';

const window = (
  from: string,
  to: string,
  time_zone: string,
  countries: string[] | null = null,
): EventWindow => ({ from: `${from} 00:00`, to: `${to} 00:00`, time_zone, countries });
const COUNTRIES = ['DE', 'JP', 'KR'];
const at = (moment: string) => Date.parse(moment);

test('a time is told by the clock of its zone and in UTC', () => {
  expect(timeInWords(at('2026-12-23T15:00:00Z'), 'Asia/Seoul')).toBe(
    '2026-12-24 00:00 Asia/Seoul (2026-12-23 15:00 UTC)',
  );
  expect(timeInWords(at('2026-12-23T15:00:00Z'), 'UTC')).toBe('2026-12-23 15:00 UTC');
});

describe('[S10] the windows of an event', () => {
  test('have their mistakes told', () => {
    const mistakes = (...windows: EventWindow[]) =>
      windows.map((each) => mistakeOf(each, windows, COUNTRIES));
    const good = window('2026-12-01', '2026-12-09', 'UTC', ['KR']);
    expect(mistakes(good, window('2026-12-01', '2026-12-09', 'Asia/Tokyo'))).toEqual([null, null]);
    expect(
      mistakes(
        good,
        window('2026-12-01', '2026-12-09', ''),
        window('2027-03-14', '2027-03-15', 'America/Havana'),
        window('2026-12-09', '2026-12-01', 'UTC'),
        window('2026-12-01', '2026-12-09', 'UTC', ['DE', 'DE']),
        window('2026-12-01', '2026-12-09', 'UTC', ['KR']),
        window('2026-12-01', '2026-12-09', 'UTC', ['XX']),
        window('2026-12-01', '2026-12-09', 'UTC'),
      ),
    ).toEqual([
      null,
      'Nothing is no time zone such as Asia/Seoul or UTC.',
      '2027-03-14 00:00 does not exist in America/Havana. Clocks may skip it.',
      'The window ends before it begins.',
      'DE has a window already.',
      'KR has a window already.',
      'XX is no country of the project.',
      'Another window is for all other countries already.',
    ]);
  });

  test('warn of a day boundary, of shut countries, of a repeated hour and of an overlap', () => {
    const warnings = (windows: EventWindow[], countries: string[] | null = null) =>
      warningsOf(
        windows,
        [
          {
            title: 'Ember Feast',
            countries,
            starts_at: at('2026-12-05T00:00:00Z'),
            ends_at: at('2026-12-07T00:00:00Z'),
          },
        ],
        COUNTRIES,
      );
    const overlap =
      'it overlaps Ember Feast, of the same kind. Players see the one that begins first, and each is a round of its own: for countries, give one event a list of windows.';
    expect(warnings([window('2026-12-01', '2026-12-09', 'UTC')])).toEqual([
      `All countries: ${overlap}`,
    ]);
    expect(warnings([window('2026-12-07', '2026-12-09', 'UTC')])).toEqual([]);
    const network =
      'A player whose network country is unknown chooses his country. Write “network: required” in events.yaml to shut the event for him.';
    expect(warnings([window('2026-12-01', '2026-12-02', 'Asia/Seoul', ['KR'])])).toEqual([
      network,
      'It is shut in every country that is not named: DE, JP.',
      'KR: days change at 00:00 UTC, so its first day has 9 hours.',
      'KR: days change at 00:00 UTC, so its last day has 15 hours.',
    ]);
    const apart = [
      window('2026-12-01', '2026-12-09', 'UTC', ['KR']),
      window('2026-12-07', '2026-12-09', 'UTC'),
    ];
    expect(warnings(apart, ['JP'])).toEqual([network]);
    expect(warnings(apart, ['KR'])).toEqual([network, `KR: ${overlap}`]);
    const twice = {
      ...window('2026-10-01', '2026-10-25', 'Europe/Berlin'),
      to: '2026-10-25 02:30',
    };
    expect(warnings([twice])).toContain(
      '2026-10-25 02:30 comes twice in Europe/Berlin: the first one counts.',
    );
  });
});
