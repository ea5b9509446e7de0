import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { asOwner, testDatabase } from '../../../../../../tests/support/test-database.ts';
import type { Session } from '../../players/queries.ts';
import { createCatalogueCache } from '../../projects/catalogue-cache.ts';
import { seenByPlayer } from '../country.ts';
import { remindersDue } from './send-reminders.ts';
import { setReminder } from './set-reminder.ts';

const { db, url } = await testDatabase('seeded');
const { pool } = db;
// Only one event begins and ends near the moments below; another project has one with the same id.
await pool.query(`update events set starts_at = '2020-01-01', ends_at = '2020-01-02'`);
await pool.query(
  `update events set event_id = 'feast', starts_at = '2026-12-01', ends_at = '2026-12-15' where kind = 'cumulation' and project in ('dr2', 'cgg')`,
);
await pool.query(
  `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
    select 'dr2', '11', n::text, 'north', 'S11', 'Rings', 1, now() from generate_series(100000001, 100000450) n`,
);
const catalogue = await createCatalogueCache(db);
const players = await pool
  .query<{ id: number }>(`select id from players order by id`)
  .then(({ rows }) => rows.map((row) => row.id));
const [first = 0, second = 0, third = 0] = players;

const BEFORE = '2026-11-25T00:00:00Z';
const SOON = '2026-11-30T23:00:05Z';
const STARTED = '2026-12-01T00:00:05Z';
const ENDS_SOON = '2026-12-14T04:00:00Z';

const shopAt = (moment: string) => {
  const now = () => new Date(moment);
  const clock = { now, nowMs: () => now().getTime(), real: () => new Date() };
  return { db, catalogue, randomBytes, clock };
};

async function turn(
  moment: string,
  playerId: number,
  on: boolean,
  lang = 'en',
  country: string | null = null,
): Promise<void> {
  const whole = catalogue.project('dr2');
  if (whole === null) throw new Error('there is no dr2');
  const at = { network: country, chosen: null, guess: 'US' };
  const { project, ...seen } = await seenByPlayer(db, whole, { player_id: playerId }, at);
  const session: Session = {
    project: 'dr2',
    player_id: playerId,
    pr_id: 'north',
    server_id: '11',
    cid: '1',
    server_name: 'S11',
    name: 'Rings',
    level: 1,
    seen_at: new Date(moment),
    by_link: false,
  };
  await setReminder(shopAt(moment), {
    project,
    country: seen.country,
    session,
    eventId: 'feast',
    on,
    lang,
  });
}

async function sweepAt(moment: string): Promise<void> {
  await Promise.all((await remindersDue(shopAt(moment))).map((send) => send()));
}

async function momentsOf(playerId: number): Promise<string[]> {
  const { rows } = await pool.query<{ moment: string }>(
    `select moment from event_notices where player_id = $1 order by at`,
    [playerId],
  );
  const mails = await pool.query<{ text: string; at: number }>(
    `select mail ->> 'text' as text, (mail ->> 'at')::float8 as at
      from rewards where player_id = $1 order by at`,
    [playerId],
  );
  expect(mails.rows.map((row) => row.text)).toEqual(rows.map((row) => row.moment));
  for (const { text, at } of mails.rows) {
    expect(at, text).toBe(Date.parse(text === 'ends_soon' ? '2026-12-15' : '2026-12-01'));
  }
  return rows.map((row) => row.moment);
}

beforeEach(async () => {
  await asOwner(url, 'truncate rewards, event_notices, event_reminders');
});

describe('[F11] reminders', () => {
  it('are sent once a moment and player by five concurrent workers', async () => {
    for (const player of players) await turn(BEFORE, player, true);
    await turn(BEFORE, first, false);
    await sweepAt(BEFORE);
    for (const moment of [SOON, STARTED, ENDS_SOON]) {
      await Promise.all([1, 2, 3, 4, 5].map(() => sweepAt(moment)));
      await sweepAt(moment);
    }
    const { rows } = await pool.query<{ player_id: number; moments: string[]; mails: string[] }>(
      `select n.player_id, array_agg(n.moment order by n.at) as moments,
          (select array_agg(r.mail ->> 'text' order by r.at) from rewards r where r.player_id = n.player_id) as mails
        from event_notices n group by n.player_id`,
    );
    expect(rows).toHaveLength(players.length - 1);
    for (const { moments, mails } of rows) {
      expect(moments).toEqual(['starts_soon', 'started', 'ends_soon']);
      expect(mails).toEqual(moments);
    }
    expect(rows.map((row) => row.player_id)).not.toContain(first);
  });

  it('send the character a mail without goods in the requested language', async () => {
    await turn(BEFORE, first, true, 'de');
    await sweepAt(STARTED);
    const { rows } = await pool.query(
      `select project, server_id, kind, state, lang, items, day::text, mail -> 'event' ->> 'en' as event, id from rewards`,
    );
    expect(rows).toEqual([
      {
        project: 'dr2',
        server_id: '11',
        kind: 'reminder',
        state: 'queued',
        lang: 'de',
        items: [],
        day: '2026-12-01',
        event: 'Ember Feast',
        id: expect.stringMatching(/^\w{20}$/) as unknown,
      },
    ]);
  });

  it('skip past moments after a worker was down', async () => {
    await turn(BEFORE, first, true);
    await sweepAt('2026-12-01T05:00:00Z');
    expect(await momentsOf(first)).toEqual(['started']);
    await turn(BEFORE, second, true);
    await sweepAt('2026-12-03T00:00:00Z');
    expect(await momentsOf(second)).toEqual([]);
    await sweepAt('2026-12-15T00:00:00Z');
    expect(await momentsOf(first)).toEqual(['started']);
    expect(await momentsOf(second)).toEqual([]);
  });

  it('skip moments before they were turned on, and are not sent when off', async () => {
    await turn(STARTED, first, true);
    await turn(BEFORE, second, true);
    await turn(SOON, second, false);
    await turn(BEFORE, third, true);
    await sweepAt(STARTED);
    expect([await momentsOf(first), await momentsOf(second), await momentsOf(third)]).toEqual([
      [],
      [],
      ['started'],
    ]);
    // Turned on after the start: that moment has passed. Turned on twice: no notice is repeated.
    await turn(STARTED, second, true);
    await turn(STARTED, third, true);
    await sweepAt(STARTED);
    await sweepAt(ENDS_SOON);
    expect([await momentsOf(first), await momentsOf(second), await momentsOf(third)]).toEqual([
      ['ends_soon'],
      ['ends_soon'],
      ['started', 'ends_soon'],
    ]);
  });

  it('are sent by the window of the country in which they were turned on', async () => {
    const window = (countries: string[] | null, from: string, to: string) => {
      return { countries, starts_at: from, ends_at: to, time_zone: null };
    };
    const windows = [
      window(['KR', 'JP'], '2026-12-01T00:00:00Z', '2026-12-10T00:00:00Z'),
      window(['DE'], '2026-12-05T00:00:00Z', '2026-12-15T00:00:00Z'),
    ];
    await pool.query(
      `update events set is_listed = false, windows = $1 where event_id = 'feast' and project = 'dr2'`,
      [JSON.stringify(windows)],
    );
    await pool.query(
      `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
    );
    await catalogue.refresh();
    await turn(BEFORE, first, true, 'en', 'KR');
    await turn(BEFORE, second, true, 'en', 'DE');
    await expect(turn(BEFORE, third, true, 'en', 'US')).rejects.toThrow('NO_SUCH_ITEM');
    const sent = async () => {
      const { rows } = await pool.query<{ player: number; moments: string[] }>(
        `select player_id as player, array_agg(moment order by at, moment desc) as moments from event_notices group by 1 order by 1`,
      );
      return rows.map(({ player, moments }) => [player, moments.join(' ')]);
    };
    await sweepAt(STARTED);
    expect(await sent()).toEqual([[first, 'started']]);
    await sweepAt('2026-12-05T00:00:05Z');
    expect(await sent()).toEqual([
      [first, 'started'],
      [second, 'started'],
    ]);
    await sweepAt('2026-12-09T04:00:00Z');
    await sweepAt(ENDS_SOON);
    expect(await sent()).toEqual([
      [first, 'started ends_soon'],
      [second, 'started ends_soon'],
    ]);
  });

  it('older than the windows follow the begun round, then the last payment; a paused event sends none', async () => {
    const saved = (playerId: number) =>
      pool.query(
        `insert into event_reminders (player_id, project, event_id, is_on, lang, last_moment, changed_at)
          values ($1, 'dr2', 'feast', true, 'en', 0, now())`,
        [playerId],
      );
    for (const player of [first, second, third]) await saved(player);
    await pool.query(
      `insert into event_countries (player_id, event_id, country, at) values ($1, 'feast', 'KR', now())`,
      [first],
    );
    const told = async () =>
      (await pool.query<{ player_id: number }>(`select player_id from event_notices order by 1`))
        .rows;
    await sweepAt(STARTED);
    expect(await told()).toEqual([{ player_id: first }]);
    // Germany's window would begin on 5 December.
    await pool.query(`update events set paused_at = '2026-12-02' where event_id = 'feast'`);
    await pool.query(`update event_reminders set country = 'DE' where player_id = $1`, [second]);
    await pool.query(
      `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
    );
    await catalogue.refresh();
    await sweepAt('2026-12-04T23:30:00Z');
    await sweepAt('2026-12-05T00:00:05Z');
    expect(await told()).toEqual([{ player_id: first }]);
  });
});
