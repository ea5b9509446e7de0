import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { takeSilentMails } from '../mail/doubt-queries.ts';
import { unresolvedAttempts, unresolvedRefunds } from './queries.ts';

/** Without a result for this long, an operator should ask the gateway. */
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

/** A game that does not answer for this long needs an operator. */
const SILENT_MS = 3_600_000;
/** Mails of one call; the next call takes more. */
const MAX_SILENT = 500;

/** Alerts an operator once about each mail whose game is silent for an hour, in one alert for each server. */
export async function reportSilentMails(ctx: Ctx): Promise<void> {
  const realNow = ctx.clock.real();
  const before = new Date(realNow.getTime() - SILENT_MS);
  const mails = await ctx.db.many(takeSilentMails, { realNow, before, limit: MAX_SILENT });
  const servers = Map.groupBy(mails, (each) => JSON.stringify([each.project, each.server_id]));
  for (const silent of servers.values()) {
    const [first] = silent.toSorted((a, b) => Number(a.silent_since) - Number(b.silent_since));
    if (first === undefined) continue;
    raiseAlert(ctx, 'mail_silent', {
      project: first.project,
      server: first.server_id,
      mails: silent.length,
      order: first.order_id,
      mail: first.id,
      since: first.silent_since?.toISOString() ?? null,
    });
  }
}
