import { raiseAlert, type Monitored } from './alert.ts';

/** Limits that indicate an attack or missing capacity, not a single hasty caller. */
const TOLD: readonly string[] = ['under_way'];
/** A lasting excess alerts once a minute, not once a call. */
const AGAIN_AFTER_MS = 60_000;

const toldAt = new WeakMap<object, Map<string, number>>();

/** Counts a limited call; raises an alert for a limit of the whole shop. */
export function reportLimit(ctx: Monitored, name: string): void {
  ctx.metrics.limited.inc({ limit: name });
  if (!TOLD.includes(name)) return;
  const told = toldAt.get(ctx.metrics) ?? new Map<string, number>();
  toldAt.set(ctx.metrics, told);
  const now = ctx.clock.real().getTime();
  if (now - (told.get(name) ?? -Infinity) < AGAIN_AFTER_MS) return;
  told.set(name, now);
  raiseAlert(ctx, 'calls_shed', { limit: name });
}
