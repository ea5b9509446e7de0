import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { databaseFailure } from '../db/failure.ts';
import type { Metrics } from './metrics.ts';

/** The parts of a context that monitoring uses. */
export type Monitored = { readonly metrics: Metrics; readonly log: Logger; readonly clock: Clock };

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** Alerts of a transaction that may be rolled back: they are raised after it. */
export type LaterAlerts = (() => void)[];

/** Raises an alert for an operator: a counter for machines, a log line for people. */
export function raiseAlert(
  ctx: Pick<Monitored, 'metrics' | 'log'> & { readonly laterAlerts?: LaterAlerts },
  kind: string,
  detail: Detail,
): void {
  const { laterAlerts, ...now } = ctx;
  if (laterAlerts !== undefined) {
    laterAlerts.push(() => raiseAlert(now, kind, detail));
    return;
  }
  ctx.metrics.alerts.inc({ kind });
  ctx.log.error({ alarm: kind, ...detail }, 'alarm');
}

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
  if (failure !== null) alertOnce(ctx, failure.kind, { why: failure.why }, MINUTE_MS);
}

/** Counts a limited call; raises an alert for the limit that indicates an attack or missing capacity. */
export function reportLimit(ctx: Monitored, name: string): void {
  ctx.metrics.limited.inc({ limit: name });
  const alert = ALERT_OF_LIMIT[name];
  if (alert !== undefined) alertOnce(ctx, alert, { limit: name }, MINUTE_MS);
}

const MINUTE_MS = 60_000;
const ALERT_OF_LIMIT: Readonly<Record<string, string>> = {
  under_way: 'calls_shed',
  renders: 'pages_shed',
};

const alertedAt = new WeakMap<Metrics, Map<string, number>>();

/**
 * Raises an alert of a lasting condition: once in each interval (ms), not once a row or call.
 * @param about the thing that has the condition, of a bounded number of things
 */
export function alertOnce(
  ctx: Monitored,
  kind: string,
  detail: Detail,
  intervalMs: number,
  about = '',
): void {
  const alerts = alertedAt.get(ctx.metrics) ?? new Map<string, number>();
  alertedAt.set(ctx.metrics, alerts);
  const now = ctx.clock.real().getTime();
  const key = `${kind} ${about}`;
  if (now - (alerts.get(key) ?? -Infinity) < intervalMs) return;
  alerts.set(key, now);
  raiseAlert(ctx, kind, detail);
}

/** Raises the alerts of a transaction that is committed; inside another one, they wait for that. */
export function raiseLater(
  { laterAlerts }: { readonly laterAlerts?: LaterAlerts },
  alerts: LaterAlerts,
): void {
  if (laterAlerts === undefined) for (const raise of alerts) raise();
  else laterAlerts.push(...alerts);
}
