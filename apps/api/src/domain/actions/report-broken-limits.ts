import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { takeBrokenLimits } from './queries.ts';

/** Alerts once about each command that went beyond the limits: a command itself has no metrics. */
export async function reportBrokenLimits(ctx: Ctx): Promise<void> {
  for (const each of await ctx.db.many(takeBrokenLimits, { now: ctx.clock.real() })) {
    const { operator, usd_minor: usdMinor, done_at: at } = each;
    raiseAlert(ctx, 'limits_broken', {
      operator,
      usd_minor: usdMinor,
      at: at?.toISOString() ?? null,
    });
  }
}
