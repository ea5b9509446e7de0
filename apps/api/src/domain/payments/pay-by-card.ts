import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { orderToken } from '../orders/ids.ts';
import { attemptById, attemptBySession, type AttemptRow } from './queries.ts';
import { submitAttempt, type Payer } from './submit-attempt.ts';

/**
 * Pays a card attempt with the component's token. Repeated calls charge nothing and return the
 * order's state (contract §4).
 * @throws Refusal NO_SUCH_ORDER for an unknown session
 */
export async function payByCard(
  ctx: Ctx,
  input: {
    readonly sessionKey: string;
    readonly paymentToken: string;
    readonly gameId: string;
    readonly payer: Payer;
  },
): Promise<CallResult<'payermaxCard'>> {
  const attempt = await ctx.db.maybe(attemptBySession, { sessionKey: input.sessionKey });
  if (attempt === null) throw new Refusal('NO_SUCH_ORDER');
  checkGame(ctx, attempt, input.gameId);
  const { sessionKey, paymentToken } = input;
  await submitAttempt(ctx, attempt.id, { sessionKey, paymentToken }, input.payer, 'player');
  return paymentState(ctx, attempt.id);
}

/** @throws Refusal PARAMETER_ERROR when the caller names another game than the order's */
export function checkGame(ctx: Ctx, order: { readonly project: string }, gameId: string): void {
  if (ctx.catalogue.project(order.project)?.gameId !== gameId) throw new Refusal('PARAMETER_ERROR');
}

/** The order's state after a submission, with the bank's address when the player must act. */
export async function paymentState(
  ctx: Ctx,
  attemptId: string,
): Promise<CallResult<'payermaxCard'>> {
  const attempt = await ctx.db.one(attemptById, { attemptId });
  return {
    token: orderToken(ctx, attempt.order_id),
    state: attempt.order_state,
    action: actionOf(attempt),
  };
}

function actionOf(attempt: AttemptRow): CallResult<'payermaxCard'>['action'] {
  const isWanted = attempt.order_state === 'waiting' && attempt.state === 'REQUIRES_ACTION';
  return isWanted && attempt.action_url !== null
    ? { kind: 'redirect', url: attempt.action_url }
    : null;
}
