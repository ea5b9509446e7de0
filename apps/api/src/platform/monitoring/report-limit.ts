import { raiseAlert, type Monitored } from './alert.ts';

/** What means an attack or a shop that is too small, not one hasty caller. */
const TOLD: readonly string[] = ['under_way'];
/** While it lasts an operator is told once a minute, not once a call. */
const AGAIN_AFTER_MS = 60_000;

const toldAt = new WeakMap<object, Map<string, number>>();

/** Counts a call that a limit stopped; where it is the shop's own limit, an alarm says so. */
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
