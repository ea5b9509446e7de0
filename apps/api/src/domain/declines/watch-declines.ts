import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { countCall } from '../players/queries.ts';
import { outcomesOfHour } from './queries.ts';
import { isAlarming } from './rules.ts';

const HOUR_MS = 3_600_000;

/** Alerts an operator once an hour and project about a ratio of declines that looks like card testing. */
export async function watchDeclines(ctx: Ctx): Promise<void> {
  for (const each of await ctx.db.many(outcomesOfHour, { now: ctx.clock.now() })) {
    if (!isAlarming(each, ctx.config.declineAlertPercent)) continue;
    const realMs = ctx.clock.real().getTime();
    const windowStart = new Date(realMs - (realMs % HOUR_MS));
    const key = `declines_alert:${each.project}`;
    // Only the first process of the hour alerts.
    const { calls } = await ctx.db.one(countCall, { key, windowStart });
    if (calls === 1) raiseAlert(ctx, 'declines_many', { ...each });
  }
}
