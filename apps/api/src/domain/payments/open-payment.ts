import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { orderToken } from '../orders/ids.ts';
import { openAtGateway } from './open-at-gateway.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import type { Purchase } from './purchase.ts';
import type { AttemptRow } from './queries.ts';

/**
 * Makes the order (or finds the one with the same key) and its attempt, commits them, then opens a
 * session or wallet order at the gateway.
 * @throws Refusal of prepare-attempt.ts; ORDER_FAILED when the gateway refuses, GATEWAY_SILENT
 *   without an answer. Neither can charge.
 */
export async function openPayment(
  ctx: Ctx,
  purchase: Purchase,
): Promise<CallResult<'orderCreate'>> {
  const { attempt, isOpenable } = await prepareAttempt(ctx, purchase);
  const opened = isOpenable ? await openAtGateway(ctx, attempt, purchase.channel) : attempt;
  return {
    order_id: opened.order_id,
    order_no: opened.order_no,
    token: orderToken(ctx, opened.order_id),
    // A wallet order that is being opened cannot be paid yet.
    state: !isOpenable && opened.order_state === 'open' ? 'waiting' : opened.order_state,
    // The total of the attempt that paid, if another one did.
    total: fromMinor(opened.order_total_minor, opened.order_currency),
    expires_at: opened.expires_at.getTime(),
    pay: isOpenable ? payOf(ctx, opened) : null,
  };
}

function payOf(ctx: Ctx, attempt: AttemptRow): NonNullable<CallResult<'orderCreate'>['pay']> {
  if (attempt.provider === 'paypal') {
    if (attempt.gateway_ref === null || attempt.approve_url === null)
      throw new Refusal('TRY_AGAIN');
    return {
      kind: 'paypal',
      order_id: attempt.gateway_ref,
      invoice_id: attempt.id,
      client_id: ctx.config.paypal.clientId,
      sdk_url: ctx.config.paypal.sdkUrl,
      approve_url: attempt.approve_url,
    };
  }
  if (attempt.client_key === null || attempt.session_key === null) throw new Refusal('TRY_AGAIN');
  return {
    kind: attempt.method === 'apple_pay' ? 'payermax_apple_pay' : 'payermax_card',
    client_key: attempt.client_key,
    session_key: attempt.session_key,
    sdk_url: ctx.config.payermax.sdkUrl,
    sandbox: ctx.config.payermax.isTestWorld,
  };
}
