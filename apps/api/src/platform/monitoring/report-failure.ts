import { databaseFailure } from '../db/failure.ts';
import { raiseAlert, type Monitored } from './alert.ts';

/** While a trouble lasts an operator is told once a minute, not once a row. */
const AGAIN_AFTER_MS = 60_000;

const toldAt = new WeakMap<Monitored, Map<string, number>>();

/** Logs what failed; where the database itself is the cause, an alarm names it. */
export function reportFailure(
  ctx: Monitored,
  error: unknown,
  where: Readonly<Record<string, string>>,
  said: string,
): void {
  const trouble = databaseFailure(error);
  // A thousand callers who wait for a connection in vain are one trouble, not a thousand stacks in the log.
  if (trouble?.isCrowd !== true) ctx.log.error({ err: error, ...where }, said);
  if (trouble === null) return;
  const told = toldAt.get(ctx) ?? new Map<string, number>();
  toldAt.set(ctx, told);
  const now = ctx.clock.real().getTime();
  if (now - (told.get(trouble.kind) ?? -Infinity) < AGAIN_AFTER_MS) return;
  told.set(trouble.kind, now);
  raiseAlert(ctx, trouble.kind, { why: trouble.why });
}
