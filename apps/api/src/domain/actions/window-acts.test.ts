import type { ActionOf } from '@webpay/contract/console/actions';
import type { EventWindow } from '@webpay/contract/console/publish-shapes';
import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { readEvent } from '../console/events/read-events.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { confirmAs, doStep, person, planFor } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const { ctx } = built;
const liveops = await person(ctx, 'window-liveops', ['liveops']);
const finance = await person(ctx, 'window-finance', ['finance']);
const project = 'miniflix';
const DAY_MS = 86_400_000;

const eventOf = (kind: string) => {
  const found = ctx.catalogue.project(project)?.events.find((event) => event.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const window = (
  from: number,
  to: number,
  time_zone: string,
  countries: string[] | null,
): EventWindow => ({ from: `${day(from)} 00:00`, to: `${day(to)} 00:00`, time_zone, countries });
const liveNumber = async () => (await liveVersion(db, project))?.number ?? -1;
const first = await liveNumber();
const fileNow = async () =>
  (await textsOf(db, project, await liveNumber())).get('events.yaml') ?? '';
const shown = async (kind: string) =>
  v.parse(
    CONSOLE_CALLS.event.result,
    await readEvent(ctx, { projects: [] }, { project, id: eventOf(kind).event_id }),
  );
const change = async (
  kind: string,
  windows: EventWindow[],
): Promise<ActionOf<'change_window'>> => ({
  kind: 'change_window',
  project,
  event_id: eventOf(kind).event_id,
  seen: await liveNumber(),
  windows,
  because: 'the new year in Seoul',
});
const codeOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { code: string }).code : 'done';
const detailOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { detail: string }).detail : '';

/** Publishes: a second person confirms what opens more. */
async function publish(kind: string, windows: EventWindow[]): Promise<void> {
  const done = await doStep(ctx, liveops, await change(kind, windows));
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id !== null) {
    expect(await confirmAs(ctx, finance, done.approval_id)).toBe('done');
  }
  await ctx.catalogue.refresh();
}

describe('[S10] windows of an event are published', () => {
  it('in local and UTC times, by country, and every other byte of the file stays', async () => {
    const file = await fileNow();
    const { event_id: id } = eventOf('bargain');
    const windows = [
      window(-1, 20, 'Asia/Seoul', ['KR']),
      window(-1, 10, 'America/New_York', null),
    ];
    const plan = await planFor(ctx, liveops, await change('bargain', windows));
    const [from, to] = [day(-2), day(19)];
    expect(plan.effects).toContain(
      `New: KR: from ${day(-1)} 00:00 Asia/Seoul (${from} 15:00 UTC) to ${day(20)} 00:00 Asia/Seoul (${to} 15:00 UTC).`,
    );
    expect(plan.effects[0]).toMatch(/^No longer: All countries: from [\d-]+ 00:00 UTC to /);
    expect(plan.effects).toContain('KR: days change at 00:00 UTC, so its first day has 9 hours.');
    expect(plan.needs).toMatchObject({
      step_up: true,
      second_person:
        'It runs at other times or in other countries. Rewards that were reached may be lost.',
    });
    expect(await fileNow()).toBe(file);
    await publish('bargain', windows);
    const line = (each: EventWindow, where: string) =>
      `        { from: '${each.from}', to: '${each.to}', time_zone: ${each.time_zone}${where} },\n`;
    const [korea, others] = windows as [EventWindow, EventWindow];
    const list = `\n      [\n${line(korea, ', countries: [KR]')}${line(others, '')}      ]`;
    expect(await fileNow()).toBe(file.replace('window: { days: 14 }', `window: ${list}`));
    // The running round of days goes on under its id: coupons and steps stay with it.
    expect(eventOf('bargain').event_id).toBe(id);
    expect(await shown('bargain')).toMatchObject({ windows, is_repeated: true });
    const again = await doStep(ctx, liveops, await change('bargain', windows));
    expect(codeOf(again)).toBe('nothing_changes');
  });

  it('a narrower window needs a second person, too; a country of a running round is not shut', async () => {
    const narrower = [
      window(-1, 15, 'Asia/Seoul', ['KR']),
      window(-1, 10, 'America/New_York', null),
    ];
    const plan = await planFor(ctx, liveops, await change('bargain', narrower));
    expect(plan.needs.second_person).toContain('Rewards that were reached may be lost.');
    // The same times by the clock of another zone take nothing from anybody.
    const renamed = [
      window(-1, 20, 'Asia/Tokyo', ['KR']),
      window(-1, 10, 'America/New_York', null),
    ];
    const same = await planFor(ctx, liveops, await change('bargain', renamed));
    expect(same.needs.second_person).toBeNull();
    await publish('bargain', narrower);
    const closing = await change('bargain', [window(-1, 15, 'Asia/Seoul', ['KR'])]);
    const refused = await doStep(ctx, liveops, closing);
    expect(codeOf(refused)).toBe('promise_broken');
    expect(detailOf(refused)).toMatch(/it would be shut in [A-Z]{2}\. Pause it/);
  });

  it('an event is opened in one country alone, and processes of the release before do not see it', async () => {
    await publish('card', [window(30, 40, 'UTC', ['JP', 'KR'])]).catch(() => undefined);
    // Its round runs, so the change is refused: players may have bought its card.
    expect(await fileNow()).not.toContain('JP');
    await publish('bargain', [
      window(-1, 15, 'Asia/Seoul', ['KR']),
      window(-1, 10, 'America/New_York', null),
      window(-1, 12, 'Asia/Tokyo', ['JP']),
    ]);
    const { rows } = await db.pool.query(
      `select is_listed, jsonb_array_length(windows) as windows from events where project = $1 and event_id = $2`,
      [project, eventOf('bargain').event_id],
    );
    expect(rows).toEqual([{ is_listed: false, windows: 3 }]);
    await expect(
      db.pool.query(`update events set is_listed = true where project = $1 and event_id = $2`, [
        project,
        eventOf('bargain').event_id,
      ]),
    ).rejects.toThrow('event_of_some_countries_is_hidden');
  });

  it('a rollback to days is refused while the fixed window runs', async () => {
    const back = {
      kind: 'roll_back_catalogue',
      project,
      seen: await liveNumber(),
      version: first,
      because: 'it was better',
    } as const;
    const refused = await doStep(ctx, liveops, back);
    expect(codeOf(refused)).toBe('promise_broken');
    expect(detailOf(refused)).toContain('a window of days can follow it, not replace it');
  });

  it('each country by its name is as open as all of them', async () => {
    const all = [...(ctx.catalogue.project(project)?.currencyOf.keys() ?? [])];
    const { starts_at: starts, window_ends_at: ends } = eventOf('cumulation');
    const times = [starts, ends].map((at) => at.toISOString().slice(0, 16).replace('T', ' '));
    const [from = '', to = ''] = times;
    const named = [{ from, to, time_zone: 'UTC', countries: all }];
    const plan = await planFor(ctx, liveops, await change('cumulation', named));
    expect(plan.effects.join(' ')).toContain('No longer: All countries');
  });

  it('a window with seconds is not edited: they would be lost', async () => {
    const { event_id: id } = eventOf('card');
    const move = (by: string) =>
      db.pool.query(
        `update events set ends_at = ends_at + $3::interval where project = $1 and event_id = $2`,
        [project, id, by],
      );
    await move('59 seconds');
    const refused = await doStep(ctx, liveops, await change('card', [window(-1, 9, 'UTC', null)]));
    await move('-59 seconds');
    expect(codeOf(refused)).toBe('catalogue_mistake');
    expect(detailOf(refused)).toContain('Its times have seconds');
  });

  it.each<[string, EventWindow[], string]>([
    ['a zone nobody knows', [window(-1, 9, 'Asia/Soul', null)], 'Asia/Soul is no time zone'],
    ['a country nobody knows', [window(-1, 9, 'UTC', ['XX'])], 'XX is no country of the project'],
    [
      'a country twice',
      [window(-1, 9, 'UTC', ['KR']), window(-1, 9, 'UTC', ['JP', 'KR'])],
      'KR has a window already',
    ],
    ['an end before the begin', [window(9, -1, 'UTC', null)], 'ends before it begins'],
    [
      'a time that clocks skip',
      [
        {
          from: '2026-03-29 02:30',
          to: '2027-01-01 00:00',
          time_zone: 'Europe/Berlin',
          countries: null,
        },
      ],
      '2026-03-29 02:30 does not exist in Europe/Berlin',
    ],
  ])('%s is refused with its sentence', async (_what, windows, why) => {
    const refused = await doStep(ctx, liveops, await change('cumulation', windows));
    expect(codeOf(refused)).toBe('catalogue_mistake');
    expect(detailOf(refused)).toContain(why);
  });
});
