import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { writeTransition } from './transition-attempt.ts';
import { notYetSubmitted } from './not-yet-submitted.ts';
import { lastAttemptOfOrder, lockAttempt, type AttemptRow } from './queries.ts';

/**
 * Ends the try that its player had begun instead of one that is paid after all. What was handed to its
 * gateway stays until that says what became of it: its money may still come, and goes back.
 */
export async function endOtherTry(ctx: Ctx, tx: Tx, paid: AttemptRow): Promise<void> {
  const last = await tx.one(lastAttemptOfOrder, { orderId: paid.order_id });
  if (last.id === paid.id || !notYetSubmitted(last)) return;
  const locked = await tx.one(lockAttempt, { attemptId: last.id });
  if (notYetSubmitted(locked)) await endAsPaidByAnother(ctx, tx, locked);
}

/** Of a locked try that took no money: its order needs none any more. */
export async function endAsPaidByAnother(ctx: Ctx, tx: Tx, attempt: AttemptRow): Promise<void> {
  await writeTransition(ctx, tx, attempt, {
    to: 'FAILED',
    failure: 'cancelled',
    source: 'worker',
    event: 'paid_by_another_try',
  });
}
