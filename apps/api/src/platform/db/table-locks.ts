import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from './pool.ts';

/**
 * A migration tries a table's lock in short steps for some two minutes: the shop's statements queue behind a lock that waits,
 * and go on between two tries. Most tries are shorter than PostgreSQL's wait before it looks for a deadlock (1 s). Each fifth
 * is longer, because PostgreSQL ends an autovacuum in the way only then.
 */
const LONG_TRY = 5;
const PAUSE_MS = 500;
const TRIES = 120;
/** Errors of a lock that may be free at the next try: a lock timeout, a deadlock. */
const LOCKED: ReadonlySet<string | null> = new Set(['55P03', '40P01']);

/** Repeats what changed nothing because of another session's lock. @param work gets whether this try waits long */
export async function untilUnlocked(work: (isLong: boolean) => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work(tried % LONG_TRY === 0);
    } catch (error) {
      if (!LOCKED.has(sqlState(error))) throw error;
      if (tried === TRIES) throw new Error(STAYS_LOCKED, { cause: error });
      await pause(PAUSE_MS);
    }
  }
}

const STAYS_LOCKED =
  'another session, such as a backup or a vacuum, keeps a lock on a table (pg_stat_activity names it)';

/** A transaction that waits shortly for each of its locks. */
export async function inTransaction(
  client: pg.Client,
  isLong: boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  await client.query('begin');
  try {
    if (isLong) await client.query("set local lock_timeout = '1500ms'");
    else await client.query("set local lock_timeout = '500ms'");
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
