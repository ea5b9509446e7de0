import { beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../platform/clock.ts';
import { deliver, paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { RETENTION_DAYS } from '../../config/retention.ts';
import { BATCH, purgeExpired } from './purge-expired.ts';

const { db } = await testDatabase('seeded');
const { pool } = db;
const ctx = { db, clock: createClock() };

beforeEach(async () => {
  await purgeExpired(ctx);
});

async function player(cid: string, seenDaysAgo: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', $1, '1', 'S01', 'Test', 1, now() - make_interval(days => $2)) returning id`,
    [cid, seenDaysAgo],
  );
  return Number(rows[0]?.id);
}

const count = async (table: string, where = 'true'): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int4 as n from ${table} where ${where}`,
  );
  return rows[0]?.n ?? 0;
};

describe('npm run retention', () => {
  it('deletes expired sessions, notices, password events and carts, and no younger ones', async () => {
    const id = await player('1001', 0);
    for (const days of [1, 29, 32]) {
      await pool.query(
        `insert into sessions (token_hash, player_id, project, created_at, expires_at, ended_at, seen_at)
          values (decode(lpad($2::text, 4, '0'), 'hex'), $1, 'miniflix', now() - interval '33 days', now() + interval '9 days',
            now() - make_interval(days => $2::int4), now())`,
        [id, days],
      );
    }
    for (const [moment, days] of [
      ['started', 10],
      ['ends_soon', 181],
    ]) {
      await pool.query(
        `insert into event_notices (player_id, event_id, moment, at) values ($1, 'e', $2, now() - make_interval(days => $3))`,
        [id, moment, days],
      );
    }
    // A country of a round goes with it: not while the round runs, however old the choice is.
    const { rows: rounds } = await pool.query<{ event_id: string }>(
      `select event_id from events where project = 'miniflix' and ends_at > now() limit 1`,
    );
    for (const [event, days] of [
      ['ended', 181],
      ['young', 179],
      [rounds[0]?.event_id, 300],
    ]) {
      await pool.query(
        `insert into event_countries (player_id, event_id, country, at)
          values ($1, $2, 'KR', now() - make_interval(days => $3))`,
        [id, event, days],
      );
    }
    for (const days of [399, 401]) {
      await pool.query(
        `insert into access_events (player_id, event, at) values ($1, 'set', now() - make_interval(days => $2))`,
        [id, days],
      );
    }
    const old = await player('1002', 0);
    const { rows } = await pool.query<{ product_id: string }>(
      `select product_id from products where project = 'miniflix' limit 1`,
    );
    for (const [owner, days] of [
      [id, 179],
      [old, 181],
    ]) {
      await pool.query(
        `insert into carts (player_id, changed_at) values ($1, now() - make_interval(days => $2))`,
        [owner, days],
      );
      await pool.query(
        `insert into cart_items (player_id, project, product_id, count, seen, seen_state, added_at)
          values ($1, 'miniflix', $2, 1, '{}', 'ok', now())`,
        [owner, rows[0]?.product_id],
      );
    }
    expect(await purgeExpired(ctx)).toEqual({
      sessions: 1,
      notices: 2,
      access: 1,
      carts: 1,
      drafts: 0,
      forms: 0,
      messages: 0,
      mails: 0,
      players: 0,
    });
    expect([await count('sessions'), await count('carts'), await count('cart_items')]).toEqual([
      2, 1, 1,
    ]);
    expect(await count('event_countries', `event_id = 'ended'`)).toBe(0);
    expect(await count('event_countries')).toBe(2);
    expect(await purgeExpired(ctx, { ...RETENTION_DAYS, sessions: 1 })).toMatchObject({
      sessions: 2,
    });
  });

  it('empties applied messages and forms of ended payments, and retains their proof', async () => {
    const order = await paidOrder(pool);
    await deliver(pool, order);
    await pool.query(
      `update payment_attempts set session_key = 'k', client_key = 'c', updated_at = now() - interval '31 days'`,
    );
    for (const [key, applied] of [
      ['old', 401],
      ['new', 399],
      ['waiting', null],
    ]) {
      await pool.query(
        `insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, next_attempt_at)
          values ('paypal', $1, 'X', 'said', now() - interval '500 days', now() - make_interval(days => $2::int4), now())`,
        [key, applied],
      );
    }
    expect(await purgeExpired(ctx)).toMatchObject({ forms: 1, messages: 1 });
    expect(await count('gateway_inbox', `body = '' and event_key = 'old'`)).toBe(1);
    expect(await count('gateway_inbox', `body = 'said'`)).toBe(2);
    expect(await count('payment_attempts', `session_key is null and capture_ref is not null`)).toBe(
      1,
    );
    expect(await purgeExpired(ctx)).toMatchObject({ forms: 0, messages: 0 });
  });

  it('deletes ended mails after 400 days, and retains their deliveries (14.18)', async () => {
    const [old, young, waiting] = [
      await paidOrder(pool),
      await paidOrder(pool),
      await paidOrder(pool),
    ];
    for (const [order, days] of [
      [old, 401],
      [young, 399],
    ] as const) {
      await deliver(pool, order);
      await pool.query(
        `update outbox_mails set ended_at = now() - make_interval(days => $2) where id = $1`,
        [order.deliveryId, days],
      );
    }
    expect(await purgeExpired(ctx)).toMatchObject({ mails: 1 });
    expect(await count('outbox_mails', `id = '${old.deliveryId}'`)).toBe(0);
    expect(await count('deliveries', `id = '${old.deliveryId}' and state = 'delivered'`)).toBe(1);
    expect(
      await count('outbox_mails', `id in ('${young.deliveryId}', '${waiting.deliveryId}')`),
    ).toBe(2);
    expect(await purgeExpired(ctx)).toMatchObject({ mails: 0 });
  });

  it('retains a refused resend until an operator settles it (14.18)', async () => {
    const order = await paidOrder(pool);
    await deliver(pool, order);
    const id = `s${order.orderId}`;
    await pool.query(
      `with request as (
        insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
          select 'q' || substr(id, 2), player_id, id, 2026, 'refund', 'x', 'open', now() from orders where id = $2
          returning id
      )
      insert into resends (id, request_id, order_id, recipient, state, at, created_at)
        select $1, id, $2, '{}', 'rejected', now(), now() from request`,
      [id, order.orderId],
    );
    await pool.query(
      `insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
        values ($1, 'resend', $2, 'miniflix', '', now(), now(), now(), now() - interval '500 days')`,
      [id, order.orderId],
    );
    expect(await purgeExpired(ctx)).toMatchObject({ mails: 0 });
    await pool.query(
      `update resends set settled_at = now(), settled_because = 'sent by hand' where id = $1`,
      [id],
    );
    expect(await purgeExpired(ctx)).toMatchObject({ mails: 1 });
  });

  it('erases idle players who never ordered', async () => {
    const idle = await player('2001', 731);
    const recent = await player('2002', 729);
    const { orderId } = await paidOrder(pool);
    await pool.query(
      `update players set seen_at = now() - interval '9 years' where id = (select player_id from orders where id = $1)`,
      [orderId],
    );
    expect(await purgeExpired(ctx)).toMatchObject({ players: 1 });
    expect(await count('players', `id = ${idle} and cid like 'erased-%' and name = 'erased'`)).toBe(
      1,
    );
    expect(await count('players', `id = ${recent} and cid = '2002'`)).toBe(1);
    expect(await count('erasures')).toBe(1);
    expect(await purgeExpired(ctx)).toMatchObject({ players: 0 });
  });

  it.each([
    [
      '[V07] flagged',
      `update players set flagged_at = now() where id = $1`,
      `update players set flagged_at = null where id = $1`,
    ],
    [
      '[S11] closed by an access password',
      `insert into access_passwords (player_id, hash, set_at) values ($1, 'x', now() - interval '9 years')`,
      `delete from access_passwords where player_id = $1`,
    ],
  ])('erases no player who is %s, however long ago', async (_, protect, end) => {
    const id = await player('3001', 9_999);
    await pool.query(protect, [id]);
    expect(await purgeExpired(ctx)).toMatchObject({ players: 0 });
    expect(await count('players', `id = ${id} and cid = '3001'`)).toBe(1);
    await pool.query(end, [id]);
    expect(await purgeExpired(ctx)).toMatchObject({ players: 1 });
  });

  it('[V07] erases no player who is flagged concurrently', async () => {
    const id = await player('3002', 9_999);
    const operator = await pool.connect();
    try {
      await operator.query('begin');
      await operator.query(`update players set flagged_at = now() where id = $1`, [id]);
      const running = purgeExpired(ctx);
      await expect
        .poll(() =>
          count('pg_stat_activity', `datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toBe(1);
      await operator.query('commit');
      expect(await running).toMatchObject({ players: 0 });
    } finally {
      operator.release();
    }
    expect(await count('players', `id = ${id} and cid = '3002'`)).toBe(1);
    await pool.query(`update players set flagged_at = null, seen_at = now() where id = $1`, [id]);
  });

  it('deletes in batches that commit, and continues after it was stopped (14.7)', async () => {
    const id = await player('4001', 0);
    const all = 2 * BATCH + 1;
    await pool.query(
      `insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
        select decode(lpad(to_hex(n), 8, '0'), 'hex'), $1, 'miniflix', now() - interval '129 days', now() - interval '99 days', now()
        from generate_series(1, $2) as n`,
      [id, all],
    );
    const stop = new AbortController();
    // The process is told to end while the first batch runs.
    const one: typeof db.one = (...call) => {
      stop.abort();
      return db.one(...call);
    };
    const first = await purgeExpired({ ...ctx, db: { ...db, one } }, RETENTION_DAYS, stop.signal);
    expect(first).toMatchObject({ sessions: BATCH, notices: 0 });
    expect(await count('sessions')).toBe(all - BATCH);
    expect(await purgeExpired(ctx)).toMatchObject({ sessions: all - BATCH });
  });

  it('erases idle players behind any number of those that must stay (14.7)', async () => {
    await pool.query(
      `with kept as (
          insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
          select 'miniflix', '112', '5' || lpad(n::text, 5, '0'), '1', 'S01', 'Test', 1, now() - interval '9 years'
          from generate_series(1, 600) as n returning id
        )
        insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, at, created_at)
        select 'w' || id, id, 'miniflix', '112', 'e', 'days', 't', '2026-01-01', 'en', '{}', '[]', 'queued', now(), now() from kept`,
    );
    await player('5999999', 9_999);
    expect(await purgeExpired(ctx)).toMatchObject({ players: 1 });
  });
});
