import pg from 'pg';
import { judge, readOutside } from '../support/judge.ts';
import type { Cluster } from './cluster.ts';
import { databaseUrl } from './layout.ts';
import type { Bought } from './load.ts';
import { found, primaryOf } from './patroni.ts';

/** The books of a drill's orders, and all rules of the torture's judge. */
export type Books = {
  /** Paid by the player's view, but not paid or not given by the rows. */
  readonly lost: number;
  readonly captures: number;
  readonly mails: number;
  readonly orders: number;
  readonly ledger: number;
  readonly wrong: readonly string[];
};

const SETTLED_WITHIN_MS = 180_000;

/** A pool of one database address; a broken connection is replaced. */
export function poolAt(connectionString: string, max = 2): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Waits until every order of the purchases has ended, and compares rows, ledger, statement and mailboxes. */
export async function readBooks(cluster: Cluster, bought: readonly Bought[]): Promise<Books> {
  const { layout } = cluster;
  const node = await found('a primary', () => primaryOf(layout), SETTLED_WITHIN_MS);
  const pool = poolAt(databaseUrl(layout, 'owner', `pg${node}`));
  try {
    const ids = bought.flatMap(({ order }) => (order === null ? [] : [order]));
    await found(
      'the end of every order',
      async () => {
        const { rows } = await pool.query<{ n: number }>(UNSETTLED, [ids]);
        return rows[0]?.n === 0;
      },
      SETTLED_WITHIN_MS,
      300,
    );
    const outside = await readOutside(cluster, pool);
    const { rows } = await pool.query<Row>(ORDERS, [ids]);
    const given = new Set(rows.filter(({ is_given }) => is_given).map(({ id }) => id));
    const attempts = new Set(rows.flatMap((row) => row.attempts));
    const deliveries = new Set(rows.flatMap((row) => row.deliveries));
    const verdict = await judge(pool, outside);
    return {
      lost: bought.filter(({ paidAt, order }) => paidAt !== null && !given.has(order ?? '')).length,
      captures: outside.captures.filter(({ attempt }) => attempts.has(attempt)).length,
      mails: outside.mails.filter(({ delivery }) => deliveries.has(delivery)).length,
      orders: given.size,
      ledger: rows.reduce((sum, row) => sum + row.booked, 0),
      wrong: verdict.wrong,
    };
  } finally {
    await pool.end();
  }
}

type Row = {
  readonly id: string;
  readonly is_given: boolean;
  readonly attempts: readonly string[];
  readonly deliveries: readonly string[];
  readonly booked: number;
};

const UNSETTLED = `select count(*)::int4 as n from orders o
  where o.id = any($1) and (o.state in ('waiting') or (o.state = 'success' and not exists (
    select from deliveries d where d.order_id = o.id and d.state = 'delivered'))
    or exists (select from payment_attempts a where a.order_id = o.id
      and a.state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN')))`;

const ORDERS = `select o.id,
    o.state = 'success' and exists (
      select from deliveries d where d.order_id = o.id and d.state = 'delivered') as is_given,
    array(select a.id from payment_attempts a where a.order_id = o.id) as attempts,
    array(select d.id::text from deliveries d where d.order_id = o.id) as deliveries,
    (select count(*)::int4 from ledger_entries e where e.order_id = o.id and e.kind = 'capture') as booked
  from orders o where o.id = any($1)`;
