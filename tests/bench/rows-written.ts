import * as v from 'valibot';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';

/** Tables that a purchase writes; sweeps and clocks have their own. */
const written = statement({
  name: 'bench.rows_written',
  text: `select sum(n_tup_ins + n_tup_upd)::float8 / max(n_tup_ins) filter (where relname = 'orders') as each
    from pg_stat_user_tables
    where relname like 'order_events%' or relname in ('orders', 'order_items', 'payment_attempts', 'deliveries', 'outbox_mails', 'gateway_inbox',
      'ledger_entries')`,
  row: v.object({ each: v.number() }),
});

/** Idle backends report their counts after ten seconds. */
export const COUNTS_KNOWN_AFTER_MS = 11_000;

/** Rows inserted and updated per order so far. */
export async function rowsWritten(databaseUrl: string): Promise<number> {
  const db = openDb(databaseUrl, { max: 1, name: 'bench-rows' });
  try {
    return (await db.one(written)).each;
  } finally {
    await db.close();
  }
}
