import type { Ctx } from '../../context.ts';
import { databaseTrouble } from '../../db/trouble.ts';
import { raiseAlarm } from '../payments/alarm.ts';

/** While a trouble lasts an operator is told once a minute, not once a row. */
const AGAIN_AFTER_MS = 60_000;

const toldAt = new WeakMap<Ctx, Map<string, number>>();

/** Logs what failed; where the database itself is the cause, an alarm names it. */
export function reportTrouble(
  ctx: Ctx,
  error: unknown,
  where: Readonly<Record<string, string>>,
  said: string,
): void {
  ctx.log.error({ err: error, ...where }, said);
  const trouble = databaseTrouble(error);
  if (trouble === null) return;
  const told = toldAt.get(ctx) ?? new Map<string, number>();
  toldAt.set(ctx, told);
  const now = ctx.clock.real().getTime();
  if (now - (told.get(trouble.kind) ?? -Infinity) < AGAIN_AFTER_MS) return;
  told.set(trouble.kind, now);
  raiseAlarm(ctx, trouble.kind, { why: trouble.why });
}
