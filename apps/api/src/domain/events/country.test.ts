import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import type { Line } from '../orders/price-lines.ts';
import { createCatalogueCache } from '../projects/catalogue-cache.ts';
import { correctCountry } from '../actions/correct-event-country.ts';
import { beginRound, seenByPlayer, seenByVisitor, withWindow } from './country.ts';
import { playerRecord } from './cumulation/queries.ts';
import { rulesOf } from './kind.ts';
import { cardRules } from './weekly-card/rules.ts';
import { applyWeeklyCards } from './weekly-card/sell-with-cards.ts';

const { db } = await testDatabase('seeded');
const { pool } = db;
const between = (countries: string[], from: string, to: string) => {
  return { countries, starts_at: from, ends_at: to, time_zone: 'UTC' };
};
const WINDOWS = [
  between(['KR'], '2026-12-01T00:00:00Z', '2026-12-10T00:00:00Z'),
  between(['JP', 'TW'], '2026-12-05T00:00:00Z', '2026-12-20T00:00:00Z'),
];
await pool.query(
  `update events set event_id = kind, is_listed = false, windows = $1, starts_at = '2026-12-01', ends_at = '2026-12-20'
    where project = 'dr2'`,
  [JSON.stringify(WINDOWS)],
);
await pool.query(
  `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
    select 'dr2', '11', n::text, 'north', 'S11', 'Rings', 1, now() from generate_series(100000001, 100000009) n`,
);
const { rows } = await pool.query<{ id: number }>(`select id from players order by id`);
const ids = rows.map((row) => row.id);
const cache = await createCatalogueCache(db);
const project = cache.project('dr2');
if (project === null) throw new Error('there is no dr2');
const now = () => new Date('2026-12-06T00:00:00Z');
const ctx = { db, randomBytes, clock: { now, nowMs: () => now().getTime(), real: now } };

const at = (network: string | null, chosen: string | null = null) => {
  return { network, chosen, guess: 'KR' };
};
const see = (player: number, network: string | null, chosen: string | null = null) =>
  seenByPlayer(db, project, { player_id: ids[player] ?? 0 }, at(network, chosen));
type SeenNow = Awaited<ReturnType<typeof see>>;
const windowOf = ({ project: seen }: SeenNow, kind: string) =>
  seen.events.find((event) => event.kind === kind)?.place?.window ?? null;
const begin = (player: number, seen: SeenNow, kind = 'bargain') => {
  const event = seen.project.events.find((each) => each.kind === kind);
  if (event === undefined) throw new Error(`no ${kind}`);
  return beginRound(ctx, db, { player_id: ids[player] ?? 0 }, event, seen);
};

describe('[S10] the country of a round', () => {
  it('is not kept by a look; play keeps it, but never a guess', async () => {
    await see(0, 'JP');
    const korean = await see(0, 'KR');
    expect(windowOf(korean, 'bargain')).toBe(0);
    await expect(begin(0, await see(0, null))).rejects.toThrow('MISSING_PARAMETERS');
    await begin(0, korean);
    expect(windowOf(await see(0, 'JP'), 'bargain')).toBe(0);
  });

  it('is corrected by an operator, with an entry of the audit log', async () => {
    await begin(1, await see(1, null, 'JP'));
    const character = { project: 'dr2', serverId: '11', cid: '100000002', because: 'a stranger' };
    const wanted = { ...character, eventId: 'bargain', country: 'KR', by: 'Ada' };
    expect(await correctCountry(ctx, wanted)).toBe('done');
    expect(windowOf(await see(1, null, 'KR'), 'bargain')).toBe(0);
    expect(await correctCountry(ctx, { ...wanted, cid: '1' })).toBe('no_such_character');
    expect(await correctCountry(ctx, { ...wanted, eventId: 'none' })).toBe('no_such_event');
    const refused = await correctCountry(ctx, { ...wanted, country: 'US' });
    expect(refused).toEqual({ openIn: ['KR', 'JP', 'TW'] });
    const { rows: audit } = await pool.query(
      `select body::jsonb #>> '{detail,was}' as was, body::jsonb #>> '{detail,country}' as country from audit where action = 'correct_event_country'`,
    );
    expect(audit).toEqual([{ was: 'JP', country: 'KR' }]);
  });

  it('is that of the first order which a cumulation counts; orders elsewhere count nothing', async () => {
    const player = ids[2] ?? 0;
    const paid = async (country: string, day: number) => {
      const id = `c${country.toLowerCase()}${day}`.padEnd(20, '0');
      await pool.query(
        `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
            lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
          values ($1, 'dr2', $2, 'direct', 'x', 'waiting', $3, 'USD', 499, 'en', '{}', true, '', now(), now())`,
        [id, player, country],
      );
      await pool.query(`update orders set state = 'success', paid_at = $2 where id = $1`, [
        id,
        new Date(Date.UTC(2026, 11, day)),
      ]);
    };
    await paid('US', 2);
    expect((await see(2, 'JP')).kept).toEqual({});
    await paid('KR', 3);
    await paid('JP', 6);
    const seen = await see(2, 'US', 'US');
    expect(seen.kept).toEqual({ cumulation: 'KR' });
    expect(windowOf(seen, 'cumulation')).toBe(0);
    const [startsAt, endsAt] = [new Date('2026-12-01'), new Date('2026-12-20')];
    const counting = { playerId: player, startsAt, endsAt, eventId: 'cumulation' };
    const { orders } = await db.one(playerRecord, { ...counting, countries: ['KR', 'JP', 'TW'] });
    expect(orders).toHaveLength(2);
  });
});

describe('[S10] windows of countries', () => {
  it('are shared by all countries with the same window', () => {
    const seen = ['JP', 'TW'].map((country) => seenByVisitor(project, at(country)));
    expect(seen[0]).toBe(seen[1]);
    expect(seenByVisitor(project, at('KR'))).not.toBe(seen[0]);
  });

  it('sell a card of one event: that one alone begins, and decides where an old order is paid', async () => {
    const card = project.events.find(({ kind }) => kind === 'card');
    if (card === undefined) throw new Error('no card');
    const { cards, ...rules } = rulesOf(card, cardRules);
    const sold = cards[0];
    if (sold === undefined) throw new Error('no card');
    const other = { ...sold, card_id: 'other', product_id: 'card-other' };
    const both = [
      { ...card, event_id: 'other', data: { ...card.data, rules: { ...rules, cards: [other] } } },
      card,
    ];
    const sell = (events: typeof both, country: string, orderId: string) => {
      const catalogue = { ...cache, project: () => ({ ...project, events }) };
      // Verified edge: a sale reads nothing else of the context.
      const shop = { ...ctx, catalogue } as unknown as Ctx;
      const line = { productId: sold.product_id, count: 1, sold: { kind: 'card' } };
      const purchase = { project: 'dr2', playerId: ids[3] ?? 0, source: 'card', country } as const;
      const lines = [line] as unknown as readonly Line[];
      return db.transaction((tx) => applyWeeklyCards(shop, tx, purchase, lines, orderId));
    };
    await sell(both, 'JP', '');
    const begun = await pool.query(`select event_id from event_countries where player_id = $1`, [
      ids[3],
    ]);
    expect(begun.rows).toEqual([{ event_id: 'card' }]);
    const [closed = card] = both;
    const open = { ...card, windows: null };
    const earlier = 'ckr3'.padEnd(20, '0');
    expect(await sell([closed, open], 'US', earlier)).toHaveLength(1);
    await expect(sell(both, 'US', earlier)).rejects.toThrow('NOT_IN_ACTIVITY_TIME');
  });

  it('are shut where the network is unknown, if the event says so', () => {
    const events = project.events.map((event) => {
      return { ...event, data: { ...event.data, network: 'required' as const } };
    });
    const strict = { ...project, events };
    expect(seenByVisitor(strict, at(null, 'KR')).events).toEqual([]);
    expect(seenByVisitor(strict, at('KR', 'KR')).events).toHaveLength(events.length);
    expect(seenByVisitor(project, at(null, 'KR')).events).toHaveLength(events.length);
  });

  it('never begin after a pause', () => {
    const [event] = project.events;
    const [, late] = WINDOWS;
    if (event === undefined || late === undefined) throw new Error('no event');
    const paused = new Date('2026-12-03T00:00:00Z');
    expect(withWindow({ ...event, paused_at: paused }, late)).toMatchObject({
      starts_at: paused,
      ends_at: paused,
    });
  });
});
