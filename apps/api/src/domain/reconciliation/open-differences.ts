import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { openDifferences, settleOne } from './queries.ts';

export type OpenDifference = RowOf<typeof openDifferences>;

/** Differences to the statements that are open. */
export function findOpenDifferences({ db }: Ctx): Promise<OpenDifference[]> {
  return db.many(openDifferences);
}

/** Marks a difference as settled by an operator. @returns false when none of that id is open */
export async function settleDifference(ctx: Ctx, differenceId: number): Promise<boolean> {
  const settledAt = ctx.clock.now();
  return (await ctx.db.run(settleOne, { differenceId, settledAt, settledHow: 'operator' })) > 0;
}
