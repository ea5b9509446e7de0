import type { Ctx } from '../../context.ts';
import { balances } from '../ledger/queries.ts';
import { owedPayments } from '../refunds/queries.ts';
import { backlog, lastReconciliations } from './queries.ts';

/** Pending work by kind and place, and the last day compared with each gateway's statement. */
export async function findStatus({ db, clock }: Ctx) {
  return {
    rows: await db.many(backlog, { realNow: clock.real() }),
    days: await db.many(lastReconciliations),
  };
}

/** Account balances in minor units, and the payments owed to players that no refund returns. */
export async function findMoney({ db }: Ctx) {
  return { owed: await db.many(owedPayments), accounts: await db.many(balances) };
}
