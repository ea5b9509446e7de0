import type pg from 'pg';

/** Rows that the worker still has to move, by kind. */
export const unfinished = (pool: pg.Pool) =>
  one<Readonly<Record<'in_doubt' | 'inbox' | 'deliveries' | 'refunds', number>>>(
    pool,
    `select
      (select count(*)::int4 from payment_attempts where state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN')) as in_doubt,
      (select count(*)::int4 from gateway_inbox where applied_at is null) as inbox,
      (select count(*)::int4 from outbox_mails where kind = 'purchase' and ended_at is null and held_since is null) as deliveries,
      (select count(*)::int4 from refunds r where state not in ('SUCCEEDED', 'FAILED')
        and not exists (select from disputes c where c.attempt_id = r.attempt_id and c.state = 'open')) as refunds`,
  );

/** Rows that only time, the payer or a bank ends, by kind. */
export const waiting = (pool: pg.Pool) =>
  one<Readonly<Record<'attempts' | 'orders' | 'cases', number>>>(
    pool,
    `select
      (select count(*)::int4 from payment_attempts where state in ('CREATED', 'REQUIRES_ACTION')) as attempts,
      (select count(*)::int4 from orders where state in ('open', 'waiting')) as orders,
      (select count(*)::int4 from disputes where state = 'open') as cases`,
  );

/** Ended attempts whose late query is due, by the shop's time. */
export const lateQueriesDue = async (pool: pg.Pool, now: Date): Promise<number> =>
  (
    await one<{ n: number }>(
      pool,
      `select count(*)::int4 as n from late_queries where due_at <= '${now.toISOString()}'`,
    )
  ).n;

/** Makes waiting rows due now and requests old enough to be void; changes no state. */
export async function hurry(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update payment_attempts set next_query_at = now(), requested_at = least(requested_at, now() - interval '160 seconds')
      where state in ('PROCESSING', 'UNKNOWN') and next_query_at > now() + interval '1 second'`,
  );
  await pool.query(
    `update outbox_mails set next_attempt_at = now() where kind = 'purchase' and refused > 0 and ended_at is null
      and lease_until is null and next_attempt_at > now()`,
  );
  await pool.query(
    `update refunds set next_attempt_at = now() where state in ('RESERVED', 'PENDING', 'UNKNOWN') and next_attempt_at > now() + interval '1 second'`,
  );
}

/** Days (UTC) from the first payment attempt to today. */
export async function days(pool: pg.Pool): Promise<string[]> {
  const found = await all<{ day: string }>(
    pool,
    `select d::date::text as day from generate_series(
      (select (min(created_at) at time zone 'UTC')::date from payment_attempts), (now() at time zone 'UTC')::date,
      interval '1 day') as d`,
  );
  return found.map(({ day }) => day);
}

export async function attemptsInDoubt(pool: pg.Pool): Promise<string[]> {
  const found = await all<{ id: string }>(
    pool,
    `select id from payment_attempts where state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN') order by created_at`,
  );
  return found.map(({ id }) => id);
}

export const failedRefunds = (pool: pg.Pool) =>
  all<{ readonly attempt_id: string; readonly reason: string }>(
    pool,
    `select attempt_id, reason from refunds where state = 'FAILED' order by created_at`,
  );

/** Payments with a refund that the gateway has been asked for. */
export async function attemptsPaidBack(pool: pg.Pool): Promise<string[]> {
  const found = await all<{ attempt_id: string }>(
    pool,
    `select distinct attempt_id from refunds where requested_at is not null and state <> 'FAILED'`,
  );
  return found.map(({ attempt_id: id }) => id);
}

export const endedDisputes = async (pool: pg.Pool): Promise<number> =>
  (await one<{ n: number }>(pool, `select count(*)::int4 as n from disputes where state <> 'open'`))
    .n;

/** Times from UNKNOWN to the next state, ms, longest first. */
export async function timesUnresolved(pool: pg.Pool): Promise<number[]> {
  const rows = await all<{ ms: number }>(
    pool,
    `select extract(epoch from (least_out.at - into_doubt.at))::float8 * 1000 as ms
      from order_events into_doubt
      cross join lateral (
        select e.at from order_events e
        where e.attempt_id = into_doubt.attempt_id and e.id > into_doubt.id and e.from_state = 'UNKNOWN'
        order by e.id limit 1) as least_out
      where into_doubt.to_state = 'UNKNOWN' and into_doubt.attempt_id is not null
        and into_doubt.event not like 'refund%'
      order by 1 desc`,
  );
  return rows.map((row) => row.ms);
}

async function one<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row> {
  const [row] = await all<Row>(pool, text);
  if (row === undefined) throw new Error('no row');
  return row;
}

async function all<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows;
}
