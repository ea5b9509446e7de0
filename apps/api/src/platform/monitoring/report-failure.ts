import { databaseFailure } from '../db/failure.ts';
import { raiseAlert, type Monitored } from './alert.ts';

/** A lasting failure alerts once a minute, not once a row. */
const AGAIN_AFTER_MS = 60_000;

const toldAt = new WeakMap<Monitored, Map<string, number>>();

/** Logs a failure; raises an alert where the database is the cause. */
export function reportFailure(
  ctx: Monitored,
  error: unknown,
  where: Readonly<Record<string, string>>,
  said: string,
): void {
  const trouble = databaseFailure(error);
  // Exhausted connections are one problem, not a stack trace for each caller.
  if (trouble?.isCrowd !== true) ctx.log.error({ err: error, ...where }, said);
  if (trouble === null) return;
  const told = toldAt.get(ctx) ?? new Map<string, number>();
  toldAt.set(ctx, told);
  const now = ctx.clock.real().getTime();
  if (now - (told.get(trouble.kind) ?? -Infinity) < AGAIN_AFTER_MS) return;
  told.set(trouble.kind, now);
  raiseAlert(ctx, trouble.kind, { why: trouble.why });
}
