import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { orderToken } from '../orders/ids.ts';
import type { CardRight } from '../saved-cards/rights.ts';
import type { Applied } from './apply-gateway-result.ts';
import { attemptById } from './queries.ts';
import type { Payer } from './purchase.ts';
import { submitAttempt, submitCard } from './submit-attempt.ts';

type Caller = { readonly gameId: string; readonly payer: Payer };

/**
 * Pays a card attempt with the component's token. Repeated calls charge nothing and return the
 * order's state (contract §4).
 * @throws Refusal NO_SUCH_ORDER for an unknown session
 */
export async function payByCard(
  ctx: Ctx,
  input: Caller & {
    readonly sessionKey: string;
    readonly paymentToken: string;
    /** The right to keep the card, whose payer agreed; null: it is not kept. */
    readonly keeper?: CardRight | null;
  },
): Promise<CallResult<'payermaxCard'>> {
  const { sessionKey, paymentToken, gameId, payer, keeper = null } = input;
  const card = { kind: 'card_session', sessionKey, paymentToken } as const;
  const { attempt, applied } = await submitCard(ctx, card, payer, keeper, (found) =>
    checkGame(ctx, found, gameId),
  );
  return paymentState(ctx, attempt.id, applied);
}

/**
 * Captures a wallet order that the player approved; only the gateway's answer changes its state.
 * Repeated calls return the order's state.
 * @throws Refusal NO_SUCH_ORDER when the two numbers do not belong together
 */
export async function captureWallet(
  ctx: Ctx,
  input: Caller & { readonly invoiceId: string; readonly orderId: string },
): Promise<CallResult<'paypalCapture'>> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId: input.invoiceId });
  if (attempt?.method !== 'wallet' || attempt.gateway_ref !== input.orderId) {
    throw new Refusal('NO_SUCH_ORDER');
  }
  checkGame(ctx, attempt, input.gameId);
  const applied = await submitAttempt(
    ctx,
    attempt.id,
    { kind: 'wallet_order' },
    input.payer,
    'player',
  );
  return paymentState(ctx, attempt.id, applied);
}

/** @throws Refusal PARAMETER_ERROR when the caller names another game than the order's */
function checkGame(ctx: Ctx, order: { readonly project: string }, gameId: string): void {
  if (ctx.catalogue.project(order.project)?.gameId !== gameId) throw new Refusal('PARAMETER_ERROR');
}

/** The order's state after a submission, with the bank's address when the player must act. */
async function paymentState(
  ctx: Ctx,
  attemptId: string,
  applied: Applied | null,
): Promise<CallResult<'payermaxCard'>> {
  // The call that moved the attempt knows its state; another one reads it.
  const written = applied?.written ?? null;
  const { order_id, order_state, state, action_url } =
    written !== null && applied?.attempt
      ? { order_id: applied.attempt.order_id, ...written }
      : await ctx.db.one(attemptById, { attemptId });
  const isWanted = order_state === 'waiting' && state === 'REQUIRES_ACTION';
  return {
    token: orderToken(ctx, order_id),
    state: order_state,
    action: isWanted && action_url !== null ? { kind: 'redirect', url: action_url } : null,
  };
}
