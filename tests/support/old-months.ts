import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { deliver, paidOrder, type PaidOrder } from './paid-order.ts';
import { asOwner, testDatabase } from './test-database.ts';

/** A database with a folder for its archive, for a whole test file. */
export async function archiveBench() {
  const { db, url, ownerUrl } = await testDatabase('seeded');
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-archive-'));
  const owner = openDb(ownerUrl, { max: 1, checkRows: true });
  afterAll(async () => {
    await owner.close();
    await rm(folder, { recursive: true, force: true });
  });
  const fileOf = (month: string, end = 'jsonl.gz') =>
    path.join(folder, `order_events-${month}.${end}`);
  const linesOf = async (month: string): Promise<readonly string[]> =>
    gunzipSync(await readFile(fileOf(month)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
  return {
    db,
    url,
    ownerUrl,
    owner,
    folder,
    fileOf,
    linesOf,
    old: (month: string, count: number) => oldMonth({ pool: db.pool, url }, month, count),
    countOf: (month: string) => eventsIn(db.pool, month),
  };
}

/** More than two batches of the archive's writer. */
export const MANY_EVENTS = 11_000;

/** A delivered order with `count` events in an old month, `2019-03`, which gets a partition. */
async function oldMonth(
  { pool, url }: { readonly pool: pg.Pool; readonly url: string },
  month: string,
  count: number,
): Promise<PaidOrder> {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  await asOwner(
    url,
    `create table order_events_${month.replace('-', '_')} partition of order_events
      for values from ('${month}-01 00:00+00') to ('${next.toISOString()}')`,
  );
  const order = await paidOrder(pool);
  await deliver(pool, order);
  await pool.query(`update orders set state = 'success', created_at = $2 where id = $1`, [
    order.orderId,
    `${month}-02T00:00:00Z`,
  ]);
  await addOldEvents(pool, order.orderId, month, count);
  return order;
}

export async function addOldEvents(
  pool: pg.Pool,
  orderId: string,
  month: string,
  count: number,
): Promise<void> {
  await pool.query(
    `insert into order_events (order_id, at, source, event, to_state, detail)
      select $1, $2::timestamptz + n * interval '0.7 second', 'worker', 'mail_retrying', 'retrying',
        jsonb_build_object('tries', n, 'why', 'mailbox_full')
      from generate_series(1, $3::int4) n`,
    [orderId, `${month}-03T00:00:00Z`, count],
  );
}

/** Events that the database has of a month. */
async function eventsIn(pool: pg.Pool, month: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int4 as n from order_events
      where at >= $1::timestamptz and at < $1::timestamptz + interval '28 days'`,
    [`${month}-01T00:00:00Z`],
  );
  return rows[0]?.n ?? -1;
}
