import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import { listEvents, readEvent } from './read-events.ts';
import { resultsCsv } from './results-csv.ts';
import { readResults } from './read-results.ts';

const { built, pool } = await builtShop(4);
const { ctx } = built;
const ALL = { projects: [] };
const DR2 = { projects: ['dr2'] };
const DAY_MS = 86_400_000;

const eventOf = (kind: string) => {
  const found = ctx.catalogue.project('miniflix')?.events.find((event) => event.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const at = (kind: string) => ({ project: 'miniflix', id: eventOf(kind).event_id });

let made = 0;
async function player(): Promise<number> {
  made += 1;
  const { rows } = await pool.query<{ id: string }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '1', $1, '1', 'S01', 'Test', 1, now()) returning id`,
    [`event${made}`],
  );
  return Number(rows[0]?.id);
}

async function coupon(playerId: number, eventId: string): Promise<void> {
  await pool.query(
    `with terms as (insert into bargain_terms (id, rules) values ('t', '{}') on conflict do nothing)
      insert into bargain_coupons (player_id, project, event_id, n, terms_id, drawn_minor, draw, issued_at, expires_at)
        values ($1, 'miniflix', $2, 1, 't', 400, '{}', now(), now() + interval '1 day')`,
    [playerId, eventId],
  );
}

async function signIn(playerId: number, eventId: string, day: string): Promise<void> {
  await pool.query(
    `insert into bargain_steps (player_id, project, event_id, task, day, n, lowers_minor, at)
      values ($1, 'miniflix', $2, 'sign_in', $3, 1, 60, now())`,
    [playerId, eventId, day],
  );
}

/** An order that was paid at a moment, worth `usdMinor`. */
async function paid(playerId: number, source: string, usdMinor: number, when: Date) {
  made += 1;
  await pool.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, usd_minor,
        lang, recipient, returns_to_payment, redirect_url, created_at, expires_at, paid_at)
      values ($1, 'miniflix', $2, $3, 'x', 'success', 'US', 'USD', $4, $4, 'en', '{}', true, '', $5, $5, $5)`,
    [`e${String(made).padStart(19, '0')}`, playerId, source, usdMinor, when],
  );
}

describe('the list of events', () => {
  it('has those of the operator’s projects alone, the running ones first', async () => {
    const { items } = v.parse(CONSOLE_CALLS.events.result, await listEvents(ctx, ALL, {}));
    expect(new Set(items.map(({ project }) => project.code)).size).toBeGreaterThan(1);
    const states = items.map(({ round }) => round.state);
    expect(states.lastIndexOf('running')).toBeLessThan(
      states.includes('ended') ? states.indexOf('ended') : states.length,
    );
    const own = await listEvents(ctx, DR2, {});
    expect(new Set(own.items.map(({ project }) => project.code))).toEqual(new Set(['dr2']));
    expect((await listEvents(ctx, DR2, { project: 'miniflix' })).items).toEqual([]);
  });
});

describe('one event', () => {
  it('tells the rules of each kind in US cents, with the odds that players see', async () => {
    const read = async (kind: string) =>
      v.parse(CONSOLE_CALLS.event.result, await readEvent(ctx, ALL, at(kind)));
    const bargain = await read('bargain');
    expect(bargain.title).toBe('Bargain Bash');
    if (bargain.rules.kind !== 'bargain') throw new Error('another kind');
    expect(bargain.rules.coupon).toEqual({ from: 360, to: 560, step: 10, days: 14 });
    expect(bargain.rules.packs[0]).toMatchObject({ id: 'hoard', price: 1999, minimum: 999 });
    expect(bargain.rules.wheel).toHaveLength(8);
    const odds = bargain.rules.wheel.map(({ odds_percent }) => odds_percent);
    expect(odds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(100, 2);
    expect(odds[0]).toBe(2);
    expect((await read('cumulation')).rules).toMatchObject({ points_per_usd: 100 });
    expect((await read('card')).rules).toMatchObject({
      cards: [{ id: 'weekly', boost_percent: 10, days: 7, is_extended: true }],
    });
  });

  it('does not exist for operators of other projects, nor under another name', async () => {
    expect(await readEvent(ctx, DR2, at('bargain'))).toBeNull();
    expect(await readResults(ctx, DR2, at('bargain'))).toBeNull();
    expect(await readEvent(ctx, ALL, { project: 'miniflix', id: 'nothing' })).toBeNull();
    expect(await readResults(ctx, ALL, { project: 'miniflix', id: 'nothing' })).toBeNull();
    expect(await readEvent(ctx, ALL, { project: 'nothing', id: 'bargain' })).toBeNull();
  });

  it('lists earlier rounds, the newest first, and reads their results after they left the catalogue', async () => {
    const { event_id: id, starts_at: startsAt } = eventOf('bargain');
    const before = new Date(startsAt.getTime() - 20 * DAY_MS);
    await pool.query(
      `insert into events (project, event_id, base_id, kind, position, starts_at, ends_at, is_listed, data)
        select project, 'bargain-earlier', base_id, kind, position, $2::timestamptz, $2::timestamptz + interval '14 days', false, data
        from events where project = 'miniflix' and event_id = $1`,
      [id, before],
    );
    const { rounds } = (await readEvent(ctx, ALL, at('bargain'))) ?? { rounds: [] };
    expect(rounds.map((round) => [round.id, round.state])).toEqual([
      [id, 'running'],
      ['bargain-earlier', 'ended'],
    ]);
    const who = await player();
    await coupon(who, 'bargain-earlier');
    await paid(who, 'bargain', 999, new Date(before.getTime() + DAY_MS));
    const round = { project: 'miniflix', id: 'bargain-earlier' };
    expect(await readResults(ctx, ALL, round)).toMatchObject({
      players: 1,
      sold: { players: 1, orders: 1, usd_minor: 999 },
    });
  });
});

it('results count players once, steps each time, and money inside the round alone', async () => {
  const { event_id: id, starts_at: startsAt } = eventOf('bargain');
  const none = await readResults(ctx, ALL, at('bargain'));
  const [one, two] = [await player(), await player()];
  for (const each of [one, two]) await coupon(each, id);
  const day = startsAt.toISOString().slice(0, 10);
  await signIn(one, id, day);
  await signIn(one, id, new Date(startsAt.getTime() + DAY_MS).toISOString().slice(0, 10));
  await signIn(two, id, day);
  const inside = new Date(startsAt.getTime() + 1);
  await paid(one, 'bargain', 999, inside);
  await paid(one, 'bargain', 749, inside);
  await paid(two, 'direct', 499, inside);
  await paid(two, 'bargain', 999, new Date(startsAt.getTime() - 1));
  const results = v.parse(
    CONSOLE_CALLS.eventResults.result,
    await readResults(ctx, ALL, at('bargain')),
  );
  expect(results.players - (none?.players ?? 0)).toBe(2);
  expect(results.tasks).toEqual([{ task: 'sign_in', players: 2, times: 3 }]);
  expect(results.sold).toEqual({ players: 1, orders: 2, usd_minor: 1748 });
  expect(results.topped_up.usd_minor).toBe(2247);
  // A task's id is the catalogue's: a spreadsheet must not run it.
  await pool.query(
    `insert into events (project, event_id, base_id, kind, position, starts_at, ends_at, is_listed, data)
      select project, '=1+1', base_id, kind, position, starts_at, ends_at, false, data
      from events where project = 'miniflix' and event_id = $1`,
    [id],
  );
  const file = await resultsCsv(ctx, ALL, { project: 'miniflix', id: '=1+1' });
  expect(file?.text.split('\n')[1]).toMatch(/^miniflix,'=1\+1,/);
  const csv = (await resultsCsv(ctx, ALL, at('bargain')))?.text.trimEnd().split('\n') ?? [];
  expect(csv.map((line) => line.split(',').slice(3).join(','))).toEqual([
    'line,task,characters,times,orders,worth_usd',
    `took part,,${results.players},,,`,
    'task,sign_in,2,3,,',
    'sold in the event,,1,,2,17.48',
    `all paid orders,,,,${results.topped_up.orders},22.47`,
  ]);
  expect(await resultsCsv(ctx, DR2, at('bargain'))).toBeNull();
  expect(results.until).toBeLessThanOrEqual(eventOf('bargain').ends_at.getTime());
});
