import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Metrics } from './metrics.ts';

/** The parts of a context that monitoring uses. */
export type Monitored = { readonly metrics: Metrics; readonly log: Logger; readonly clock: Clock };

/** Something an operator must look at: counted for machines, logged for people. */
export function raiseAlert(
  ctx: Pick<Monitored, 'metrics' | 'log'>,
  kind: string,
  detail: Readonly<Record<string, string | number | boolean | null>>,
): void {
  ctx.metrics.alerts.inc({ kind });
  ctx.log.error({ alarm: kind, ...detail }, 'alarm');
}
