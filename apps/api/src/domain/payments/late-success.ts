import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { writeTransition } from './transition-attempt.ts';
import { notYetSubmitted } from './rules.ts';
import { lastAttemptOfOrder, lockAttempt, priceAsPaid, type AttemptRow } from './queries.ts';
import type { ResultSource } from './transition-table.ts';

/**
 * Ends the try that its player had begun instead of one that is paid after all. What was handed to its
 * gateway stays until that says what became of it: its money may still come, and goes back.
 */
export async function endOtherAttempt(ctx: Ctx, tx: Tx, paid: AttemptRow): Promise<void> {
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

/**
 * Of an order that was priced anew since, and that nothing else paid: its pages show what was paid, which
 * goes back. A try that is still alive keeps its own price.
 */
export async function showAsPaid(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  source: ResultSource,
): Promise<void> {
  const last = await tx.one(lastAttemptOfOrder, { orderId: attempt.order_id });
  if (LIVE_ATTEMPT_STATES.some((live) => live === last.state)) return;
  await tx.run(priceAsPaid, { attemptId: attempt.id, now: ctx.clock.now(), source });
}
