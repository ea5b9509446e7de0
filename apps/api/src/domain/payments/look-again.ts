import type { Ctx } from '../../context.ts';
import { reportFailure } from '../../platform/monitoring/report-failure.ts';
import { askSooner } from './queries.ts';

/**
 * The player is back from the bank, or looks whether the money came: the browser's word moves
 * nothing, but the gateway is asked again before its turn (payments.md §3.2). The sweep does it; a
 * page that looks all the time makes it ask no more than every ten seconds, and rarer each time.
 */
export async function lookAgain(ctx: Ctx, orderId: string): Promise<void> {
  try {
    await ctx.db.run(askSooner, { orderId, realNow: ctx.clock.real(), now: ctx.clock.now() });
  } catch (error) {
    // How the order stands is known all the same.
    reportFailure(ctx, error, { order: orderId }, 'the gateway is asked in its turn');
  }
}
