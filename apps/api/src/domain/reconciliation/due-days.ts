import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { Provider } from './difference.ts';
import { reconcileDay } from './reconcile-day.ts';
import { takeDueDays } from './queries.ts';

const HOUR_MS = 3_600_000;
/** PayPal shows a transaction up to three hours later, and files arrive in the morning. */
const READY_AFTER_MS = 6 * HOUR_MS;
/** Pause before a day without a statement, or one whose worker died, is tried again. */
const LEASE_MS = 2 * HOUR_MS;
/** Time for which a day that an operator asked for is tried. */
const ASKED_MS = 24 * HOUR_MS;
/** Days of the ledger that a run compares, so that a worker with years of them can stop. */
const LEDGER_DAYS = 31;

/**
 * Leases ended days that are not reconciled yet; each function reconciles one. The first compares
 * the ledger with itself, so that one worker does it, also while no statement is there.
 */
export async function dueDays(ctx: Ctx): Promise<(() => Promise<void>)[]> {
  const real = ctx.clock.real();
  const lastDay = new Date(real.getTime() - READY_AFTER_MS - 24 * HOUR_MS);
  const rows = await ctx.db.many(takeDueDays, {
    lastDay: lastDay.toISOString().slice(0, 10),
    askedSince: new Date(real.getTime() - ASKED_MS),
    realNow: real,
    leaseUntil: new Date(real.getTime() + LEASE_MS),
  });
  if (rows.length === 0) return [];
  return [
    () => alertOfDiscrepancies(ctx),
    ...rows.map((row) => () => reconcileDueDay(ctx, row.provider, row.day)),
  ];
}

/** Compares the days of the ledger that were not yet found sound with attempts and refunds. */
async function alertOfDiscrepancies(ctx: Ctx): Promise<void> {
  const found = await checkLedger(ctx, { limit: LEDGER_DAYS });
  for (const { day, what, subject, currency, offMinor } of found) {
    raiseAlert(ctx, 'ledger_discrepancy', {
      day,
      why: what,
      subject,
      currency,
      off_minor: offMinor,
    });
  }
}

async function reconcileDueDay(ctx: Ctx, provider: Provider, day: string): Promise<void> {
  const result = await reconcileDay(ctx, { provider, day, repairs: true });
  if (result.kind === 'unavailable') {
    raiseAlert(ctx, 'statement_unavailable', { provider, day, why: result.why });
    return;
  }
  const { captures, refunds, repaired, open } = result;
  ctx.log.info(
    { provider, day, captures, refunds, repaired: repaired.length, open: open.length },
    'a statement was compared with the ledger',
  );
}
