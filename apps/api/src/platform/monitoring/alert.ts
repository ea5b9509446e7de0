import type { Ctx } from '../../context.ts';

/** Something an operator must look at: counted for machines, logged for people. */
export function raiseAlert(
  ctx: Pick<Ctx, 'metrics' | 'log'>,
  kind: string,
  detail: Readonly<Record<string, string | number | boolean | null>>,
): void {
  ctx.metrics.alerts.inc({ kind });
  ctx.log.error({ alarm: kind, ...detail }, 'alarm');
}
