import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { LaterAlerts } from '../../platform/monitoring/alert.ts';

/**
 * The shop inside a running transaction: an operation's own transactions join it. The caller raises `laterAlerts` after
 * the commit.
 */
export function joinTransaction(ctx: Ctx, tx: Tx, laterAlerts: LaterAlerts): Ctx {
  const db = { ...ctx.db, ...tx, transaction: <T>(work: (tx: Tx) => Promise<T>) => work(tx) };
  return { ...ctx, db, laterAlerts };
}
