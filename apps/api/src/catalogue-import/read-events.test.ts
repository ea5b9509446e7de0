import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';
import { readCatalogue } from './read-catalogue.ts';
import { checkWindow } from './read-window.ts';
import { ownCatalogue } from './testing/own-catalogue.ts';

const { own, troubleOf, edit: editFile } = await ownCatalogue();
const edit = (from: string | RegExp, to: string, file = 'events.yaml') =>
  editFile(`poi_mbo/${file}`, from, to);

const eventsOf = async () => (await readCatalogue(own))[0]?.events ?? [];

test('[A01] events are read, each by its kind, with texts, pictures and the goods they give', async () => {
  const [bargain, cumulation, card, ...more] = await eventsOf();
  expect(more).toEqual([]);
  expect(bargain).toMatchObject({
    base_id: 'bargain',
    kind: 'bargain',
    window: { days: 14 },
    data: {
      remind: { before_start_minutes: 60, before_end_minutes: 1440 },
      rules: { coupon: { from_minor: 400, to_minor: 600, step_minor: 10, days: 14 } },
    },
  });
  expect(bargain?.data.banner).toMatch(/^\/catalogue\/poi_mbo\/art\/event-bargain\.webp\?v=/);
  expect(cumulation).toMatchObject({
    kind: 'cumulation',
    data: {
      rules: {
        tasks: expect.arrayContaining([
          expect.objectContaining({
            task_id: 'points-500',
            rewards: [
              expect.objectContaining({
                item_id: 'doubloon',
                name: expect.objectContaining({ en: 'Doubloons', zh: '金币' }) as unknown,
                count: 30,
              }),
              expect.objectContaining({ item_id: 'shell' }),
            ],
          }),
        ]) as unknown,
      },
    },
  });
  expect(card).toMatchObject({ kind: 'card', window: { days: 60 } });
});

test('a project needs no events; a window may be two moments', async () => {
  await edit(
    'window: { days: 14 }',
    'window: { from: 2026-12-01T00:00:00Z, to: 2026-12-15T00:00:00Z }',
  );
  expect((await eventsOf())[0]?.window).toEqual({
    fixed: [
      {
        countries: null,
        starts_at: '2026-12-01T00:00:00.000Z',
        ends_at: '2026-12-15T00:00:00.000Z',
        time_zone: 'UTC',
      },
    ],
  });
  await rm(path.join(own, 'poi_mbo/events.yaml'));
  expect(await eventsOf()).toEqual([]);
});

const SEOUL = "from: '2026-12-24 00:00', to: '2027-01-02 00:00', time_zone: Asia/Seoul";

/** Wrong windows. */
const WINDOWS: [what: string, window: string, why: string][] = [
  [
    'a zone nobody knows',
    `{ ${SEOUL.replace('Seoul', 'Soul')} }`,
    '.time_zone: "Asia/Soul" is no time zone such as Asia/Seoul or UTC',
  ],
  [
    'an abbreviation for a zone',
    `{ ${SEOUL.replace('Asia/Seoul', 'EST')} }`,
    '.time_zone: "EST" is no time zone',
  ],
  [
    'a local time without its zone',
    "{ from: '2026-12-24 00:00', to: 2027-01-02T00:00:00Z }",
    '.from: "2026-12-24 00:00" is not a moment like 2026-12-01T00:00:00Z; a time like',
  ],
  [
    'a moment with a zone',
    `{ ${SEOUL.replace("'2026-12-24 00:00'", '2026-12-24T00:00:00Z')} }`,
    '.from: "2026-12-24T00:00:00Z" is not a time like 2026-12-01 00:00, by the clock of Asia/Seoul',
  ],
  [
    'a time that clocks skip',
    "{ from: '2026-12-24 00:00', to: '2027-03-28 02:30', time_zone: Europe/Berlin }",
    '.to: "2027-03-28 02:30" does not exist in Europe/Berlin',
  ],
  [
    'local times that end before they begin',
    `{ ${SEOUL.replace('2027-01-02', '2026-12-24')} }`,
    ': ends before it begins',
  ],
  [
    'no countries',
    `{ ${SEOUL}, countries: [] }`,
    '.countries: is empty: the event is open nowhere',
  ],
  ['no windows', '[]', ': is empty: the event never runs'],
  [
    'a country the project does not have',
    `{ ${SEOUL}, countries: [KR, XX] }`,
    '.countries.1: XX is no country of project.yaml',
  ],
  [
    'a country twice',
    `{ days: 14, countries: [KR, KR] }`,
    '.countries.1: KR has a window in window already',
  ],
  [
    'two windows for a country',
    `[{ ${SEOUL}, countries: [KR] }, { ${SEOUL}, countries: [JP, KR] }]`,
    '.1.countries.1: KR has a window in window.0 already',
  ],
  [
    'two windows for all others',
    `[{ ${SEOUL} }, { ${SEOUL}, countries: [KR] }, { ${SEOUL} }]`,
    '.2: and window.0 are both for all other countries',
  ],
];

test('[S10] a window may be in local time, and each country may have its own', async () => {
  await edit(
    'window: { days: 14 }',
    `window: [{ ${SEOUL}, countries: [KR, JP] }, { from: 2026-12-01T00:00:00Z, to: 2026-12-15T00:00:00Z }]`,
  );
  expect((await eventsOf())[0]?.window).toEqual({
    fixed: [
      {
        countries: ['KR', 'JP'],
        starts_at: '2026-12-23T15:00:00.000Z',
        ends_at: '2027-01-01T15:00:00.000Z',
        time_zone: 'Asia/Seoul',
      },
      {
        countries: null,
        starts_at: '2026-12-01T00:00:00.000Z',
        ends_at: '2026-12-15T00:00:00.000Z',
        time_zone: 'UTC',
      },
    ],
  });
});

test('[S10] an event may be shut where the network of a player is unknown', async () => {
  await edit('window: { days: 14 }', 'network: required\n    window: { days: 14 }');
  expect((await eventsOf())[0]?.data).toMatchObject({ network: 'required' });
});

test('every mistake of a window is named, not the first', () => {
  const window = [
    { from: '2026-12-24 24:00', to: 'x', time_zone: 'UTC', countries: ['XX', 'XY'] },
    { from: 'y', to: 'z', time_zone: 'Q' },
  ];
  const check = () => checkWindow('poi_mbo', { id: 'bargain', window }, 0, new Set(['KR']));
  let trouble: unknown;
  try {
    check();
  } catch (error) {
    trouble = error;
  }
  if (!(trouble instanceof CatalogueError)) throw new Error('no trouble');
  expect([trouble.mistake, ...trouble.others].map((each) => each?.field)).toEqual([
    'bargain.window.0.from',
    'bargain.window.0.to',
    'bargain.window.0.countries.0',
    'bargain.window.0.countries.1',
    'bargain.window.1.time_zone',
  ]);
});

describe('a wrong event is refused by file, event and field', () => {
  test.each<[string, string | RegExp, string, string]>([
    [
      'a kind nobody knows',
      'kind: bargain',
      'kind: raffle',
      'bargain.kind: raffle is no kind of event',
    ],
    ['an event twice', '- id: cumulation', '- id: bargain', 'bargain.id: stands there twice'],
    ['no title', /title: \{ en: Bargain Bash \}/, '', 'events.0.title: is missing'],
    [
      'a window that ends before it begins',
      'window: { days: 14 }',
      'window: { from: 2026-12-15T00:00:00Z, to: 2026-12-15T00:00:00Z }',
      'bargain.window: ends before it begins',
    ],
    [
      'a day that its month does not have',
      'window: { days: 14 }',
      'window: { from: 2026-02-31T00:00:00Z, to: 2026-12-15T00:00:00Z }',
      'bargain.window.from: "2026-02-31T00:00:00Z" is not a moment',
    ],
    ...WINDOWS.map(([what, window, why]): [string, string, string, string] => [
      what,
      'window: { days: 14 }',
      `window: ${window}`,
      `bargain.window${why}`,
    ]),
    ['a window of no days', 'window: { days: 14 }', 'window: { days: 0 }', 'events.0.window'],
    [
      'a bell that goes back in time',
      'before_start_minutes: 60',
      'before_start_minutes: -1',
      'events.0.remind.before_start_minutes',
    ],
    [
      'a banner that is not there',
      'banner: event-bargain.webp',
      'banner: event-raffle.webp',
      'there is no file catalogue/poi_mbo/art/event-raffle.webp',
    ],
    ['rules that are missing', /    bargain:\n/, '    bargains:\n', 'bargain.bargain: is missing'],
    [
      'a rule nobody knows',
      "sign_in: '0.60'",
      "sign_out: '0.60'",
      'bargain.bargain.sign_in: is missing',
    ],
    [
      'an amount that is none',
      "sign_in: '0.60'",
      "sign_in: '0.6'",
      'bargain.bargain.sign_in: "0.6" is not dollars and cents',
    ],
    ['seven fields of a wheel', /\n +- \{ weight: 20, .*/, '', 'bargain.bargain.wheel'],
    [
      'a minimum above the price',
      "min: '11.49'",
      "min: '911.49'",
      'bargain.corsair.min: is not below the price of its product',
    ],
    [
      'goods the project does not sell',
      'product_id: bargain-corsair',
      'product_id: bargain-parrot',
      'bargain.bargain: there is no bargain bargain-parrot',
    ],
    [
      'goods of another kind',
      'product_id: bargain-corsair',
      'product_id: doubloons-100',
      'bargain.bargain: there is no bargain doubloons-100',
    ],
    [
      'an item nobody knows',
      'item_id: key, count: 1',
      'item_id: lock, count: 1',
      'bargain.bargain: there is no item lock',
    ],
    [
      'a task twice',
      'task_id: points-1500',
      'task_id: points-500',
      'points-500: stands there twice',
    ],
    ['a goal of nothing', 'goal: 500,', 'goal: 0,', 'cumulation.cumulation.tasks.0.goal'],
    ['a card for nothing', 'days: 7', 'days: 0', 'card.card.cards.0.days'],
    [
      'a rule for buying again nobody knows',
      'again: adds_days',
      'again: never',
      'card.card.cards.0.again',
    ],
  ])('%s', async (_, from, to, said) => {
    await edit(from, to);
    const trouble = await troubleOf();
    expect(trouble).toContain('catalogue/poi_mbo/events.yaml: ');
    expect(trouble).toContain(said);
    expect(trouble).toMatch(/\.$/);
  });

  test('an event whose page the project has not opened', async () => {
    await edit('bargainirg: true', 'bargainirg: false', 'project.yaml');
    expect(await troubleOf()).toBe(
      'catalogue/poi_mbo/events.yaml: bargain.kind: its page bargainirg is not open in project.yaml; or correct catalogue/poi_mbo/project.yaml.',
    );
  });
});
