import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { queryAttempt } from './query-attempt.ts';
import { isFinalAfterEnd, needsOperator } from './rules.ts';

/**
 * Queries an attempt that ended while its gateway's order could still be paid. Money found here was
 * reported by no webhook; it is delivered or refunded (payments.md §3.3).
 */
export async function askEndedAttempt(
  ctx: Ctx,
  ended: { readonly attempt_id: string; readonly payable_until: Date },
): Promise<void> {
  const { attempt_id: attemptId, payable_until: payableUntil } = ended;
  const applied = await queryAttempt(ctx, attemptId);
  if (applied === null) return;
  const detail = { attempt: attemptId, order: applied.attempt?.order_id ?? null };
  if (applied.decision === 'late_success') raiseAlert(ctx, 'payment_not_reported', detail);
  const nowMs = ctx.clock.nowMs();
  const payableUntilMs = payableUntil.getTime();
  const times = { nowMs, realNowMs: ctx.clock.real().getTime(), payableUntilMs };
  // A query never answers `token_gone`.
  const word = applied.result === 'token_gone' ? 'refused' : applied.result;
  const isOpen =
    applied.decision !== 'quarantine' &&
    (applied.attempt === null || !isFinalAfterEnd(applied.attempt, word, times));
  if (isOpen && needsOperator(nowMs, payableUntilMs)) {
    raiseAlert(ctx, 'late_payment_unknown', { ...detail, word });
  }
}
