import { afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { RETAINED, RETENTION_DAYS } from '../../config/retention.ts';
import type { Ctx } from '../../context.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { createClock } from '../../platform/clock.ts';
import { measureRetention } from '../row-metrics/measure.ts';
import { dueRetention, reportLateRetention } from './run-daily.ts';

const DAY_MS = 86_400_000;
const { built, pool, url } = await builtShop(4);
// A clock of its own: the shop's follows the database, so a moved one would go back.
const clock = createClock();
const shop: Ctx = { ...built.ctx, clock };
const runs = AbortSignal.any([]);

beforeAll(async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', '1001', '1', 'S01', 'Test', 1, now()) returning id`,
  );
  playerId = Number(rows[0]?.id);
});
afterEach(async () => {
  await asOwner(url, 'delete from retention_runs');
  await pool.query('delete from sessions');
  clock.setOffset(0);
});

let playerId = 0;
let made = 0;

/** A session that ended 31 days ago, and a notice that is 181 days old. */
async function oldRows(): Promise<void> {
  made += 1;
  await pool.query(
    `insert into sessions (token_hash, player_id, project, created_at, expires_at, ended_at, seen_at)
      values (decode(lpad($2::text, 4, '0'), 'hex'), $1, 'miniflix', now() - interval '61 days', now(), now() - interval '31 days', now())`,
    [playerId, made],
  );
  await pool.query(
    `insert into event_notices (player_id, event_id, moment, at)
      values ($1, $2::text, 'started', now() - interval '181 days')`,
    [playerId, made],
  );
}

async function rowsOf(table: 'sessions' | 'event_notices'): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int4 as n from ${table}`);
  return rows[0]?.n ?? -1;
}

/** Does the work that is due now. @returns whether some was */
async function sweep(signal = runs, ctx: Ctx = shop): Promise<boolean> {
  const work = await dueRetention(ctx, signal);
  for (const each of work) await each();
  return work.length > 0;
}

async function lastRun() {
  const { rows } = await pool.query<{
    done: readonly string[];
    counts: Readonly<Record<string, number>>;
    is_whole: boolean;
  }>(
    `select done, counts, finished_at is not null as is_whole from retention_runs order by id desc limit 1`,
  );
  return rows[0];
}

async function alerts(): Promise<number> {
  const { values } = await shop.metrics.alerts.get();
  return values.find(({ labels }) => labels.kind === 'retention_late')?.value ?? 0;
}

it('expired data is deleted once a day, by one worker of all (14.18)', async () => {
  await oldRows();
  const due = await Promise.all([1, 2, 3, 4].map(() => dueRetention(shop, runs)));
  expect(due.flat()).toHaveLength(1);
  await due.flat()[0]?.();
  expect([await rowsOf('sessions'), await rowsOf('event_notices')]).toEqual([0, 0]);
  expect(await lastRun()).toMatchObject({
    done: RETAINED,
    counts: { sessions: 1, notices: 1, carts: 0 },
    is_whole: true,
  });

  await oldRows();
  expect(await sweep()).toBe(false);
  clock.setOffset(DAY_MS);
  expect(await sweep()).toBe(true);
  expect(await rowsOf('sessions')).toBe(0);
  // A clock that was set back does not stop the deletion.
  clock.setOffset(-2 * DAY_MS);
  expect(await sweep()).toBe(true);
  expect(await sweep()).toBe(false);
});

it('a worker that stops leaves the rest of the run to the next one (14.18)', async () => {
  await oldRows();
  const stopping = new AbortController();
  const db: Ctx['db'] = {
    ...shop.db,
    one: async (...call) => {
      // The worker is stopped while it deletes the first kind.
      if (call[0].name.startsWith('retention.sessions')) stopping.abort();
      return shop.db.one(...call);
    },
  };
  expect(await sweep(stopping.signal, { ...shop, db })).toBe(true);
  expect([await rowsOf('sessions'), await rowsOf('event_notices')]).toEqual([0, 1]);
  expect(await lastRun()).toMatchObject({ done: [], counts: { sessions: 1 }, is_whole: false });
  expect(await sweep()).toBe(true);
  expect(await rowsOf('event_notices')).toBe(0);
  expect(await lastRun()).toMatchObject({ counts: { sessions: 1, notices: 1 }, is_whole: true });
});

it('another worker continues the run of a dead worker when its lease ends (14.18)', async () => {
  await oldRows();
  const [dead] = await dueRetention(shop, runs);
  expect(await sweep()).toBe(false);
  await pool.query(`update retention_runs set lease_until = now() - interval '1 second'`);
  const [next] = await dueRetention(shop, runs);
  // The worker was only slow: it deletes a batch, cannot record it, and leaves the run alone.
  await dead?.();
  expect(await lastRun()).toMatchObject({ done: [], counts: {}, is_whole: false });
  await next?.();
  expect(await lastRun()).toMatchObject({ done: RETAINED, is_whole: true });
});

it('a kind that cannot be deleted keeps no other kind (14.18)', async () => {
  await oldRows();
  const retentionDays = { ...RETENTION_DAYS, sessions: Number.NaN };
  const broken: Ctx = { ...shop, config: { ...shop.config, retentionDays } };
  expect(await sweep(runs, broken)).toBe(true);
  expect([await rowsOf('sessions'), await rowsOf('event_notices')]).toEqual([1, 0]);
  expect(await lastRun()).toMatchObject({ is_whole: false });
  // It is tried again when the lease ends, not each minute.
  expect(await sweep()).toBe(false);
  await pool.query(`update retention_runs set lease_until = now() - interval '1 second'`);
  expect(await sweep()).toBe(true);
  expect(await lastRun()).toMatchObject({ is_whole: true });
});

it('the worker deletes by the configured days (14.18)', async () => {
  await oldRows();
  const { retentionDays } = readConfig({ RETENTION_DAYS: 'sessions=60, notices=179' });
  await sweep(runs, { ...shop, config: { ...shop.config, retentionDays } });
  expect([await rowsOf('sessions'), await rowsOf('event_notices')]).toEqual([1, 0]);
});

it('a deletion that does not end within 12 hours raises an alert once a day (14.18)', async () => {
  const before = await alerts();
  await sweep();
  await reportLateRetention(shop);
  expect(await alerts()).toBe(before);
  await pool.query(
    `update retention_runs set finished_at = null, opened_at = now() - interval '13 hours'`,
  );
  await reportLateRetention(shop);
  await reportLateRetention(shop);
  expect(await alerts()).toBe(before + 1);
  await pool.query(`update retention_runs set alerted_at = now() - interval '25 hours'`);
  await reportLateRetention(shop);
  expect(await alerts()).toBe(before + 2);
});

it('a metric says when expired data was deleted the last time (14.18)', async () => {
  measureRetention(shop);
  const told = async (): Promise<number> => {
    const text = await shop.metrics.registry.metrics();
    return Number(/^webpay_retention_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await told()).toBe(0);
  const startedAtMs = Date.now();
  await sweep();
  expect(await told()).toBeGreaterThanOrEqual(Math.floor(startedAtMs / 1_000));
});
