import type { Ctx } from '../../context.ts';
import { ledgerDiscrepancies } from '../ledger/queries.ts';
import { openDifferences, settleOne } from './queries.ts';

/** Differences to the statements that are open, and sums by which the ledger contradicts itself. */
export async function findOpenDifferences({ db }: Ctx) {
  return { open: await db.many(openDifferences), ledger: await db.many(ledgerDiscrepancies) };
}

/** Marks a difference as settled by an operator. @returns false when none of that id is open */
export async function settleDifference(ctx: Ctx, differenceId: number): Promise<boolean> {
  const settledAt = ctx.clock.now();
  return (await ctx.db.run(settleOne, { differenceId, settledAt, settledHow: 'operator' })) > 0;
}
