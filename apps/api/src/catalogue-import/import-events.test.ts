import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { writeClockOffset } from '../settings.ts';
import { dayOf } from '../domain/events/days.ts';
import { createCatalogueCache } from '../domain/projects/catalogue-cache.ts';
import { importCatalogue } from './import-catalogue.ts';
import { roundOf } from './import-events.ts';
import type { CatalogueWindow } from './read-window.ts';

const REAL = path.join(import.meta.dirname, '../../../../catalogue');
const own = await mkdtemp(path.join(tmpdir(), 'webpay-rounds-'));
afterAll(() => rm(own, { recursive: true, force: true }));
await cp(path.join(REAL, 'shared'), path.join(own, 'shared'), { recursive: true });
await cp(path.join(REAL, 'miniflix'), path.join(own, 'miniflix'), { recursive: true });

const { db } = await testDatabase();
const file = path.join(own, 'miniflix/events.yaml');
const DAY = 86_400_000;

/** The shop's first moment in these tests. */
const start = Date.parse('2027-12-31T13:00:00Z');

/** Imports on a day of the shop's clock. @returns the listed events with first and last day */
async function importedOn(day: number): Promise<string[]> {
  await db.run(writeClockOffset, { offsetMs: start + day * DAY - Date.now() });
  await importCatalogue(db, own, () => undefined);
  const project = (await createCatalogueCache(db)).project('miniflix');
  return (project?.events ?? []).map(({ event_id, starts_at, ends_at }) =>
    [event_id, dayOf(starts_at), dayOf(ends_at)].join(' '),
  );
}

async function edit(from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(from);
  await writeFile(file, text.replace(from, to));
}

const CUMULATION = 'cumulation-20271231 2027-12-31 2028-01-21';
const CARD = 'card-20271231 2027-12-31 2028-02-29';

test('a window of days starts on the first import, stays, and starts again after its end', async () => {
  const first = ['bargain-20271231 2027-12-31 2028-01-14', CUMULATION, CARD];
  expect(await importedOn(0)).toEqual(first);
  expect(await importedOn(1)).toEqual(first);
  // A running round keeps its window when the file's is longer.
  await edit('window: { days: 14 }', 'window: { days: 15 }');
  expect(await importedOn(13)).toEqual(first);
  const next = ['bargain-20280114 2028-01-14 2028-01-29', CUMULATION, CARD];
  expect(await importedOn(14)).toEqual(next);
  // A clock moved back finds the round of that day.
  expect(await importedOn(2)).toEqual(first);
  expect(await importedOn(15)).toEqual(next);
});

const FIXED = 'bargain-20280114 2028-01-15 2028-03-01';

test('a window of two moments follows the file', async () => {
  await edit(
    'window: { days: 15 }',
    'window: { from: 2028-01-10T00:00:00Z, to: 2028-02-01T00:00:00Z }',
  );
  // It meets two rounds of days: their top-ups would count twice.
  await expect(importedOn(16)).rejects.toThrow(
    'bargain.window: meets two rounds, bargain-20280114 and bargain-20271231',
  );
  await edit('from: 2028-01-10T00:00:00Z', 'from: 2028-01-15T00:00:00Z');
  expect(await importedOn(16)).toEqual([
    'bargain-20280114 2028-01-15 2028-02-01',
    CUMULATION,
    CARD,
  ]);
  await edit('to: 2028-02-01T00:00:00Z', 'to: 2028-03-01T00:00:00Z');
  expect(await importedOn(16)).toEqual([FIXED, CUMULATION, CARD]);
  expect(await importedOn(400)).toContain(FIXED);
});

test('a removed event is no longer listed, keeps its rows, and returns unchanged', async () => {
  const whole = await readFile(file, 'utf8');
  expect(await importedOn(17)).toEqual([FIXED, CUMULATION, CARD]);
  await edit(/ {2}- id: cumulation\n[^]*?(?= {2}- id: card\n)/, '');
  expect(await importedOn(17)).toEqual([FIXED, CARD]);
  const kept = await db.pool.query(
    `select is_listed from events where event_id = 'cumulation-20271231'`,
  );
  expect(kept.rows).toEqual([{ is_listed: false }]);
  await writeFile(file, whole);
  expect(await importedOn(18)).toEqual([FIXED, CUMULATION, CARD]);
});

test('texts and rules follow the file while it runs', async () => {
  await edit('en: Weekly Card', 'en: Weekly Pass');
  await edit('boost_percent: 10', 'boost_percent: 15');
  await importedOn(18);
  const event = (await createCatalogueCache(db))
    .project('miniflix')
    ?.events.find(({ kind }) => kind === 'card');
  expect(event?.data.title['en']).toBe('Weekly Pass');
  expect(event?.data.rules).toMatchObject({ cards: [{ boost_percent: 15 }] });
});

test('an id of another kind of event is refused without a change', async () => {
  const whole = await readFile(file, 'utf8');
  const before = await importedOn(18);
  // The card's id on the cumulation, whose own id is unused.
  await writeFile(
    file,
    whole.replace('- id: card\n', '- id: pass\n').replace('- id: cumulation\n', '- id: card\n'),
  );
  await expect(importedOn(18)).rejects.toThrow(
    'card.kind: card-20271231 was another kind of event; give this one another id.',
  );
  await writeFile(file, whole);
  expect(await importedOn(18)).toEqual(before);
});

const known = (event_id: string, from: string, to: string, time_zone: string | null = null) => ({
  project: 'miniflix',
  kind: 'cumulation' as const,
  event_id,
  base_id: 'feast',
  starts_at: new Date(`${from}T00:00:00Z`),
  ends_at: new Date(`${to}T00:00:00Z`),
  windows: null,
  time_zone,
  is_listed: false,
});

const feast = (window: CatalogueWindow) => ({ base_id: 'feast', window });

const between = (from: string, to: string, countries: string[] | null, time_zone?: string) => ({
  starts_at: `${from}T00:00:00.000Z`,
  ends_at: `${to}T00:00:00.000Z`,
  countries,
  time_zone: time_zone ?? null,
});

test('windows of countries are one round from the first begin to the last end', () => {
  const now = new Date('2028-01-02T00:00:00Z');
  const fixed = [
    between('2028-01-03', '2028-01-20', ['JP', 'KR'], 'Asia/Seoul'),
    between('2028-01-01', '2028-01-14', null),
  ];
  const hull = { starts_at: '2028-01-01T00:00:00.000Z', ends_at: '2028-01-20T00:00:00.000Z' };
  expect(roundOf(feast({ fixed }), [], now)).toEqual({
    event_id: 'feast',
    ...hull,
    windows: fixed,
    time_zone: null,
  });
  // One window for all keeps its zone for display alone.
  const one = [between('2028-01-01', '2028-01-20', null, 'Asia/Seoul')];
  expect(roundOf(feast({ fixed: one }), [], now)).toEqual({
    event_id: 'feast',
    ...hull,
    windows: null,
    time_zone: 'Asia/Seoul',
  });
  const days = roundOf(feast({ days: 2, countries: ['KR'] }), [], now);
  expect(days).toMatchObject({ event_id: 'feast-20280102' });
  expect(days.windows).toEqual([between('2028-01-02', '2028-01-04', ['KR'])]);
});

test('a window keeps the round whose times it shares, also after its end: nothing is paid twice', () => {
  const [one, two] = [
    known('feast-1', '2027-12-31', '2028-01-14'),
    known('feast-2', '2028-01-14', '2028-01-28'),
  ];
  const idOf = (rounds: (typeof one)[], from: string, to: string) => {
    const window = { fixed: [between(from, to, null, 'UTC')] };
    return roundOf(feast(window), rounds, new Date('2028-01-20T00:00:00Z')).event_id;
  };
  // It has ended: an end that is moved later opens it again, and begins none.
  expect(idOf([one], '2027-12-31', '2028-01-22')).toBe('feast-1');
  expect(idOf([one], '2028-01-02', '2028-01-22')).toBe('feast-1');
  expect(idOf([one], '2028-01-14', '2028-01-22')).toBe('feast');
  expect(idOf([one, two], '2028-01-14', '2028-02-22')).toBe('feast-2');
  expect(() => idOf([one, two], '2028-01-13', '2028-02-22')).toThrow('meets two rounds');
  // The listed one stays, of rounds that shared their times already.
  const old = { ...known('feast', '2028-01-01', '2028-02-01'), is_listed: true };
  expect(idOf([one, old], '2028-01-01', '2028-02-01')).toBe('feast');
});

test('days in the file open no fixed round for everybody, and count no top-up twice after it', () => {
  const windows = [between('2028-01-01', '2028-02-20', ['KR'], 'UTC')];
  const fixed = { ...known('feast-1', '2028-01-01', '2028-02-20'), windows };
  const days = feast({ days: 14, countries: null });
  const running = roundOf(days, [fixed], new Date('2028-01-02T00:00:00Z'));
  expect(running).toMatchObject({ event_id: 'feast-1', windows, time_zone: null });
  const ended = { ...known('feast-1', '2028-01-01', '2028-01-02'), time_zone: 'Asia/Seoul' };
  const noon = new Date('2028-01-02T15:00:00Z');
  const next = roundOf(days, [{ ...ended, ends_at: noon }], new Date('2028-01-02T16:00:00Z'));
  expect(next).toMatchObject({
    event_id: 'feast-20280102',
    starts_at: noon.toISOString(),
    ends_at: '2028-01-16T00:00:00.000Z',
  });
});

test.each([
  ['on a leap day', '2028-02-29T00:00:00.000Z', 1, 'feast-20280229', '2028-02-29', '2028-03-01'],
  [
    'in the last moment of a day',
    '2028-02-28T23:59:59.999Z',
    2,
    'feast-20280228',
    '2028-02-28',
    '2028-03-01',
  ],
  [
    'over the end of a year',
    '2026-12-31T23:59:59.999Z',
    7,
    'feast-20261231',
    '2026-12-31',
    '2027-01-07',
  ],
  [
    'in the last moment of a round',
    '2028-01-13T23:59:59.999Z',
    14,
    'feast-1',
    '2027-12-31',
    '2028-01-14',
  ],
  [
    'when a round has just ended',
    '2028-01-14T00:00:00.000Z',
    3,
    'feast-20280114',
    '2028-01-14',
    '2028-01-17',
  ],
])('a round begins %s', (_what, now, days, event_id, from, to) => {
  const rounds = [
    known('feast', '2026-01-01', '2029-01-01'),
    known('feast-1', '2027-12-31', '2028-01-14'),
  ];
  expect(roundOf(feast({ days, countries: null }), rounds, new Date(now))).toEqual({
    event_id,
    starts_at: `${from}T00:00:00.000Z`,
    ends_at: `${to}T00:00:00.000Z`,
    windows: null,
    time_zone: null,
  });
});
