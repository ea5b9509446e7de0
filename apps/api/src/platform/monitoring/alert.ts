import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Metrics } from './metrics.ts';

/** The parts of a context that monitoring uses. */
export type Monitored = { readonly metrics: Metrics; readonly log: Logger; readonly clock: Clock };

/** Raises an alert for an operator: a counter for machines, a log line for people. */
export function raiseAlert(
  ctx: Pick<Monitored, 'metrics' | 'log'>,
  kind: string,
  detail: Readonly<Record<string, string | number | boolean | null>>,
): void {
  ctx.metrics.alerts.inc({ kind });
  ctx.log.error({ alarm: kind, ...detail }, 'alarm');
}
