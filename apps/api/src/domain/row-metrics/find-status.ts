import type { Ctx } from '../../context.ts';
import { readBalances } from '../ledger/check-ledger.ts';
import { methodStops } from '../methods/queries.ts';
import { lastRuns } from '../retention/run-queries.ts';
import { owedPayments } from '../refunds/owed-queries.ts';
import { backlog, lastReconciliations } from './queries.ts';

/** Pending work by kind and place, the last daily work, and the methods that are off. */
export async function findStatus({ db, clock }: Ctx) {
  return {
    rows: await db.many(backlog, { realNow: clock.real() }),
    days: await db.many(lastReconciliations),
    stops: await db.many(methodStops),
    retention: await db.one(lastRuns),
  };
}

/** Account balances in minor units, and the payments owed to players that no refund returns. */
export async function findMoney(ctx: Ctx) {
  return { owed: await ctx.db.many(owedPayments), accounts: await readBalances(ctx) };
}
