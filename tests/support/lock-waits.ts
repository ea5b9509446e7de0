import { expect } from 'vitest';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';

/** Resolves once a statement of this database, other than the test's own, waits for a lock. */
export async function untilSomebodyWaits(db: Pick<Db, 'pool'>): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await db.pool.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') as waits`,
      );
      return rows[0]?.waits;
    })
    .toBe(true);
}

/** Runs `work` on a connection of its own, in a transaction; closes it, so that no lock stays. */
export async function onOneConnection<T>(
  db: Pick<Db, 'pool'>,
  work: (
    query: (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>,
  ) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    return await work((text, values = []) => client.query(text, [...values]));
  } finally {
    client.release(true);
  }
}
