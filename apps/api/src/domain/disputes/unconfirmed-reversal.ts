import type { Ctx } from '../../context.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { quarantineOutcome, type UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { capturedPayment } from './queries.ts';

/**
 * A message that a payment was reversed has no case behind it that could be argued about: its
 * gateway is asked whether the money is gone (payments.md §2.3). null: it is. One that the gateway
 * does not bear out stays due a while, and is then for a person.
 */
export async function whyReversalIsUnconfirmed(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  attemptId: string,
): Promise<UpdateOutcome | null> {
  const payment = await ctx.db.one(capturedPayment, { attemptId });
  const result = await ctx.gateways[provider].queryCapture({
    attemptId,
    captureRef: payment.capture_ref ?? '',
    amount: payment.captured_minor ?? 0,
    currency: payment.currency,
    hasPartBack: payment.has_part_back === true,
  });
  switch (result.kind) {
    case 'taken_back':
      return null;
    case 'kept':
      return { kind: 'later', orElse: quarantineOutcome('reversal_not_confirmed', attemptId) };
    case 'differs':
      return quarantineOutcome('reversal_of_another_payment', attemptId);
    case 'indeterminate':
      return { kind: 'later' };
    default:
      return unreachable('result', result);
  }
}
