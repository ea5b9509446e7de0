import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { paymentState, checkGame } from './pay-by-card.ts';
import { attemptById } from './queries.ts';
import { submitAttempt, type Payer } from './submit-attempt.ts';

/**
 * Captures a wallet order that the player approved; only the gateway's answer changes its state.
 * Repeated calls return the order's state.
 * @throws Refusal NO_SUCH_ORDER when the two numbers do not belong together
 */
export async function captureWallet(
  ctx: Ctx,
  input: {
    readonly invoiceId: string;
    readonly orderId: string;
    readonly gameId: string;
    readonly payer: Payer;
  },
): Promise<CallResult<'paypalCapture'>> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId: input.invoiceId });
  if (attempt === null || attempt.provider !== 'paypal' || attempt.gateway_ref !== input.orderId) {
    throw new Refusal('NO_SUCH_ORDER');
  }
  checkGame(ctx, attempt, input.gameId);
  await submitAttempt(ctx, attempt.id, null, input.payer, 'player');
  return paymentState(ctx, attempt.id);
}
