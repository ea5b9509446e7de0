import { raiseAlert, type Monitored } from './alert.ts';

/** Limits that indicate an attack or missing capacity, not a single hasty caller. */
const ALERTED_LIMITS: readonly string[] = ['under_way'];
/** A lasting excess alerts once a minute, not once a call. */
const ALERT_INTERVAL_MS = 60_000;

const alertedAt = new WeakMap<object, Map<string, number>>();

/** Counts a limited call; raises an alert for a limit of the whole shop. */
export function reportLimit(ctx: Monitored, name: string): void {
  ctx.metrics.limited.inc({ limit: name });
  if (!ALERTED_LIMITS.includes(name)) return;
  const alerts = alertedAt.get(ctx.metrics) ?? new Map<string, number>();
  alertedAt.set(ctx.metrics, alerts);
  const now = ctx.clock.real().getTime();
  if (now - (alerts.get(name) ?? -Infinity) < ALERT_INTERVAL_MS) return;
  alerts.set(name, now);
  raiseAlert(ctx, 'calls_shed', { limit: name });
}
