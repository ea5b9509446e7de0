import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { unresolvedAttempts, unresolvedRefunds } from './queries.ts';

/** Without a result for this long, a person should ask the gateway. */
const UNRESOLVED_MS = 10 * 60_000;
/** A payment that the gateway itself calls pending may take a day. */
const PENDING_MS = 24 * 3_600_000;

/** Alerts an operator once about each attempt and refund that stays unresolved. */
export async function reportUnresolved(ctx: Ctx): Promise<void> {
  const real = ctx.clock.real();
  const since = {
    realNow: real,
    unresolvedBefore: new Date(real.getTime() - UNRESOLVED_MS),
    pendingBefore: new Date(real.getTime() - PENDING_MS),
  };
  for (const each of await ctx.db.many(unresolvedAttempts, since)) {
    const { id: attempt, order_id: order, provider, state } = each;
    raiseAlert(ctx, 'attempt_in_doubt', { attempt, order, provider, state });
  }
  for (const each of await ctx.db.many(unresolvedRefunds, since)) {
    const { id: refund, order_id: order, state } = each;
    raiseAlert(ctx, 'refund_in_doubt', { refund, order, state });
  }
}
