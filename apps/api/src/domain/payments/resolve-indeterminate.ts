import type { Ctx } from '../../context.ts';
import { endAsPaidByAnother } from './late-success.ts';
import { writeTransition } from './transition-attempt.ts';
import { notYetSubmitted } from './rules.ts';
import { isUnnamed } from './gateway-attempt.ts';
import { queryAttempt } from './query-attempt.ts';
import { lockAttempt, lockPlayerOfCartOrder } from './queries.ts';

/**
 * Resolves a due attempt: one without an answer (its process died) becomes UNKNOWN and is queried.
 * An attempt that cannot have taken money ends: an unmade order of PayPal, or one beside a paid
 * attempt.
 * @param isReported its gateway's statement has money of it
 */
export async function resolveIndeterminate(
  ctx: Ctx,
  attemptId: string,
  isReported = false,
): Promise<void> {
  const askable = await ctx.db.transaction(async (tx) => {
    await tx.maybe(lockPlayerOfCartOrder, { attemptId });
    const attempt = await tx.one(lockAttempt, { attemptId });
    const isPaid = attempt.order_state === 'success' || attempt.order_state === 'refunded';
    if (isPaid && notYetSubmitted(attempt)) {
      await endAsPaidByAnother(ctx, tx, attempt);
      return false;
    }
    // An order of PayPal whose answer was lost has no payer: nobody has the address of its page.
    const neverMade =
      attempt.provider === 'paypal' && attempt.gateway_ref === null && !isUnnamed(attempt);
    const isSilent = attempt.state === 'SUBMITTING' || (neverMade && attempt.state === 'UNKNOWN');
    if (!isSilent) return true;
    await writeTransition(ctx, tx, attempt, {
      to: neverMade ? 'FAILED' : 'UNKNOWN',
      failure: neverMade ? 'error' : null,
      source: 'sweep',
      event: 'answer_never_came',
    });
    return !neverMade;
  });
  if (askable) await queryAttempt(ctx, attemptId, isReported);
}
