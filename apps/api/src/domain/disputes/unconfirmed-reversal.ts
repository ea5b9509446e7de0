import { gatewayOf, type Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import { mismatch, type UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { capturedPayment } from './queries.ts';

/**
 * Asks the gateway to confirm a reversal, which has no dispute behind it (payments.md §2.3); null
 * when confirmed. An unconfirmed message stays due, then goes to an operator.
 */
export async function whyReversalIsUnconfirmed(
  ctx: Ctx,
  account: Account,
  attemptId: string,
): Promise<UpdateOutcome | null> {
  const payment = await ctx.db.one(capturedPayment, { attemptId });
  const result = await gatewayOf(ctx.gateways, account).queryCapture({
    attemptId: payment.merchant_number,
    captureRef: payment.capture_ref ?? '',
    amount: payment.captured_minor ?? 0,
    currency: payment.currency,
    hasPartBack: payment.has_part_back === true,
  });
  switch (result.kind) {
    case 'taken_back':
      return null;
    case 'kept':
      return { kind: 'later', orElse: mismatch('reversal_not_confirmed', attemptId) };
    case 'differs':
      return mismatch('reversal_of_another_payment', attemptId);
    case 'indeterminate':
      return { kind: 'later' };
  }
}
