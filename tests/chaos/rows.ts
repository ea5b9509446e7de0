import type pg from 'pg';

/** Rows that must still move, by what they are; at the end every number is 0. */
export type Unfinished = {
  readonly in_doubt: number;
  readonly inbox: number;
  readonly deliveries: number;
  readonly refunds: number;
};

/** What only time, the payer or a bank ends. */
export type Waiting = {
  readonly attempts: number;
  readonly orders: number;
  readonly cases: number;
};

export async function unfinished(pool: pg.Pool): Promise<Unfinished> {
  return one<Unfinished>(
    pool,
    `select
      (select count(*)::int4 from payment_attempts where state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN')) as in_doubt,
      (select count(*)::int4 from gateway_inbox where applied_at is null) as inbox,
      (select count(*)::int4 from outbox_mails where kind = 'purchase' and ended_at is null and held_since is null) as deliveries,
      (select count(*)::int4 from refunds r where state not in ('SUCCEEDED', 'FAILED')
        and not exists (select from disputes c where c.attempt_id = r.attempt_id and c.state = 'open')) as refunds`,
  );
}

export async function waiting(pool: pg.Pool): Promise<Waiting> {
  return one<Waiting>(
    pool,
    `select
      (select count(*)::int4 from payment_attempts where state in ('CREATED', 'REQUIRES_ACTION')) as attempts,
      (select count(*)::int4 from orders where state in ('open', 'waiting')) as orders,
      (select count(*)::int4 from disputes where state = 'open') as cases`,
  );
}

/**
 * Makes every row that waits for its next turn due now, and lets what a gateway never heard of be old
 * enough to be void: what a short test has no time for. No state is touched, only when it is looked at.
 */
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

/** From the first purchase's to today, UTC. */
export async function days(pool: pg.Pool): Promise<string[]> {
  const found = await all<{ day: string }>(
    pool,
    `select d::date::text as day from generate_series(
      (select (min(created_at) at time zone 'UTC')::date from payment_attempts), (now() at time zone 'UTC')::date,
      interval '1 day') as d`,
  );
  return found.map(({ day }) => day);
}

export type Attempt = {
  readonly id: string;
  readonly order_id: string;
  readonly provider: string;
  readonly state: string;
  readonly currency: string;
  readonly amount: number;
  readonly capture_ref: string | null;
  readonly left: number;
  readonly lost: number;
  readonly is_surplus: boolean;
};

export function attempts(pool: pg.Pool): Promise<Attempt[]> {
  return all<Attempt>(
    pool,
    `select a.id, a.order_id, a.provider, a.state, a.currency, a.amount_minor::float8 as amount, a.capture_ref,
      (coalesce(a.captured_minor, 0) - a.reserved_minor - a.refunded_minor - a.lost_minor)::float8 as left,
      a.lost_minor::float8 as lost,
      exists (select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment') as is_surplus
    from payment_attempts a order by a.created_at`,
  );
}

export type Order = {
  readonly id: string;
  readonly state: string;
  readonly project: string;
  readonly server_id: string;
  readonly cid: string;
  readonly delivery_id: string | null;
  readonly delivery: string | null;
};

export function orders(pool: pg.Pool): Promise<Order[]> {
  return all<Order>(
    pool,
    `select o.id, o.state, o.project, o.recipient ->> 'server_id' as server_id, o.recipient ->> 'cid' as cid,
      d.id as delivery_id, d.state as delivery
    from orders o left join deliveries d on d.order_id = o.id order by o.created_at`,
  );
}

export type Refund = {
  readonly id: string;
  readonly attempt_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: string;
  readonly reason: string;
};

export function refunds(pool: pg.Pool): Promise<Refund[]> {
  return all<Refund>(
    pool,
    `select id, attempt_id, amount_minor::float8 as amount, currency, state, reason from refunds order by created_at`,
  );
}

/** What the books say moved at the gateways, a line a kind, provider and currency. */
export type Booked = {
  readonly kind: string;
  readonly provider: string;
  readonly currency: string;
  readonly minor: number;
};

export function booked(pool: pg.Pool): Promise<Booked[]> {
  return all<Booked>(
    pool,
    `select case kind when 'external_refund' then 'refund_done' else kind end as kind, provider, currency,
      sum(amount_minor)::float8 as minor
    from ledger_entries group by 1, 2, 3`,
  );
}

/** What should be empty when all is over, and is not: an account and currency each. */
export function openAccounts(
  pool: pg.Pool,
): Promise<{ account: string; currency: string; minor: number }[]> {
  return all(
    pool,
    `select account, currency, sum(signed_minor)::float8 as minor from ledger_lines
      where account in ('owed_to_players', 'refunds_owed', 'quarantine')
      group by account, currency having sum(signed_minor) <> 0`,
  );
}

/** How long attempts were in doubt, longest first: from the step into UNKNOWN to the one out of it; ms. */
export async function timesInDoubt(pool: pg.Pool): Promise<number[]> {
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

export async function quarantined(pool: pg.Pool): Promise<string[]> {
  const rows = await all<{ what: string }>(
    pool,
    `select provider || ' ' || reason || ' ' || coalesce(attempt_id, '') as what from quarantine`,
  );
  return rows.map((row) => row.what);
}

async function one<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row> {
  const [row] = await all<Row>(pool, text);
  if (row === undefined) throw new Error('no row');
  return row;
}

async function all<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows;
}
