import { databaseFailure } from '../db/failure.ts';
import { raiseAlert, type Monitored } from './alert.ts';

/** A lasting failure alerts once a minute, not once a row. */
const ALERT_INTERVAL_MS = 60_000;

const alertedAt = new WeakMap<Monitored, Map<string, number>>();

/** Logs a failure; raises an alert where the database is the cause. */
export function reportFailure(
  ctx: Monitored,
  error: unknown,
  where: Readonly<Record<string, string>>,
  message: string,
): void {
  const failure = databaseFailure(error);
  // Exhausted connections are one problem, not a stack trace for each caller.
  if (failure?.isExhaustion !== true) ctx.log.error({ err: error, ...where }, message);
  if (failure === null) return;
  const alerts = alertedAt.get(ctx) ?? new Map<string, number>();
  alertedAt.set(ctx, alerts);
  const now = ctx.clock.real().getTime();
  if (now - (alerts.get(failure.kind) ?? -Infinity) < ALERT_INTERVAL_MS) return;
  alerts.set(failure.kind, now);
  raiseAlert(ctx, failure.kind, { why: failure.why });
}
