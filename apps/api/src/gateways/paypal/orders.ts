import { callEndsAt } from '../../platform/http-client/exchange.ts';
import { cutText, textOf, type Fields } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { GatewayAttempt, GatewayResult, Opened, OpenInput } from '../port.ts';
import { callPaypal, payerActionOf, unanswered, type Paypal, type Refused } from './call.ts';
import { causeOf, reactionTo } from './issues.ts';
import { paypalLocale } from './locale.ts';
import { canCharge, toWire } from './money.ts';
import { indeterminate, resultOfOrder, unitOf } from './translate.ts';
import { KEEP, NO_VAULT } from './vault.ts';

/** Creates the wallet order that the player approves. Moves no money. */
export async function createOrder(paypal: Paypal, input: OpenInput): Promise<Opened> {
  const { attempt } = input;
  if (!canCharge(attempt.amount, attempt.currency)) {
    return { kind: 'refused', code: 'AMOUNT_NOT_CHARGEABLE', cause: 'request' };
  }
  const made = await makeOrder(paypal, input, `ord-${attempt.id}`);
  // The account may not keep wallets: the payment goes on without.
  const isUnkept = input.offersSaving === true && made.kind === 'error' && made.issue === NO_VAULT;
  const reply = isUnkept
    ? await makeOrder(paypal, { ...input, offersSaving: false }, `ord-${attempt.id}-plain`)
    : made;
  if (reply.kind === 'silent') return reply;
  if (reply.kind === 'error') {
    const cause = causeOf(reactionTo(reply.status, reply.issue));
    return { kind: 'refused', code: reply.issue, cause };
  }
  const gatewayRef = textOf(reply.body['id']);
  const approveUrl = payerActionOf(reply.body);
  return gatewayRef === null || approveUrl === null
    ? { kind: 'silent', why: 'an order without a number or a way to approve it' }
    : { kind: 'wallet_order', gatewayRef, approveUrl };
}

function makeOrder(paypal: Paypal, input: OpenInput, requestId: string) {
  return callPaypal(paypal, {
    path: '/v2/checkout/orders',
    body: JSON.stringify(orderOf(input)),
    requestId,
  });
}

function orderOf(input: OpenInput): Fields {
  const experience_context = { user_action: 'PAY_NOW', ...experienceOf(input) };
  const kept = input.offersSaving === true ? { attributes: KEEP } : {};
  return { ...purchaseOf(input), payment_source: { paypal: { experience_context, ...kept } } };
}

/** The purchase of an order: one unit, whose sum is captured. */
export function purchaseOf({
  attempt,
  description,
}: Pick<OpenInput, 'attempt' | 'description'>): Fields {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        invoice_id: attempt.id,
        custom_id: attempt.orderId,
        description: cutText(description, 127),
        amount: {
          currency_code: attempt.currency,
          value: toWire(attempt.amount, attempt.currency),
        },
      },
    ],
  };
}

/** PayPal's pages of an order, and the way back from them. */
export function experienceOf(
  input: Pick<OpenInput, 'returnUrl' | 'cancelUrl' | 'brandName' | 'locale'>,
): Fields {
  const locale = paypalLocale(input.locale);
  return {
    shipping_preference: 'NO_SHIPPING',
    return_url: input.returnUrl,
    cancel_url: input.cancelUrl,
    brand_name: cutText(input.brandName, 127),
    ...(locale === null ? {} : { locale }),
  };
}

/** Captures the approved money. The answer contains the whole order. */
export async function captureOrder(
  paypal: Paypal,
  attempt: GatewayAttempt,
): Promise<GatewayResult> {
  const path = orderPath(attempt);
  if (path === null) return { kind: 'refused', code: 'NO_WALLET_ORDER', cause: 'request' };
  const endsAt = callEndsAt(paypal.outside);
  const call = {
    path: `${path}/capture`,
    body: '{}',
    requestId: `cap-${attempt.id}-${attempt.captureTries}`,
    wantsAll: true,
  };
  const reply = await callPaypal(paypal, call, endsAt);
  if (reply.kind === 'silent') return indeterminate(reply.why);
  return reply.kind === 'ok'
    ? afterCapture(resultOfAnswer(paypal, attempt, reply.body), 'captured')
    : resultOfRefusal(paypal, attempt, reply, endsAt);
}

async function resultOfRefusal(
  paypal: Paypal,
  attempt: GatewayAttempt,
  { status, issue, payerAction }: Refused,
  endsAt: number,
): Promise<GatewayResult> {
  const { gatewayRef } = attempt;
  const reaction = reactionTo(status, issue);
  switch (reaction) {
    case 'read_order':
      return afterCapture(await queryOrder(paypal, attempt, endsAt), issue);
    case 'player':
      // This request id returns this refusal forever, so the next capture needs the next number:
      // this result increments it.
      return {
        kind: 'choose_other_funding',
        url: payerAction ?? (await findPayerAction(paypal, attempt, endsAt)),
        isDeclined: issue === 'INSTRUMENT_DECLINED',
      };
    case 'processing':
      return { kind: 'pending', gatewayRef, alarm: null };
    case 'declined':
      return { kind: 'declined', failure: 'declined', gatewayRef };
    case 'access':
    case 'account':
    case 'our_fault':
      return { kind: 'refused', code: issue, cause: causeOf(reaction) };
    case 'gone':
      return resultOfGone(attempt);
    case 'unlisted':
      // An answer without a name comes from an intermediary, as it does for every order.
      return issue === `HTTP_${status}`
        ? indeterminate(issue)
        : { kind: 'indeterminate', why: issue, cause: 'request' };
    default:
      return unreachable('reaction', reaction);
  }
}

/** Queries the attempt's order at PayPal. */
export async function queryOrder(
  paypal: Paypal,
  attempt: GatewayAttempt,
  endsAt?: number,
): Promise<GatewayResult> {
  const path = orderPath(attempt);
  if (path === null) return indeterminate('there is no wallet order to ask about');
  const reply = await callPaypal(paypal, { path }, endsAt);
  if (reply.kind === 'ok') return resultOfAnswer(paypal, attempt, reply.body);
  if (reply.kind === 'silent') return unanswered(reply);
  const isGone = reactionTo(reply.status, reply.issue) === 'gone';
  return isGone ? resultOfGone(attempt) : indeterminate(reply.issue);
}

/** The answer to our own call; it must name our order and the paid amount. */
function resultOfAnswer(paypal: Paypal, attempt: GatewayAttempt, order: Fields): GatewayResult {
  const { unit, captures } = unitOf(order);
  // PayPal shows the merchant's number on the captures, or on their unit.
  const invoice = textOf(captures[0]?.['invoice_id']) ?? textOf(unit['invoice_id']);
  if (order['id'] !== attempt.gatewayRef || (invoice !== null && invoice !== attempt.id)) {
    return indeterminate('the answer is about another order');
  }
  const result = resultOfOrder(order, paypal);
  return result.kind === 'paid' && result.amount === null
    ? indeterminate('paid, but no amount said')
    : result;
}

/** After a capture, "approved" and "player must act" are contradictory: a query decides. */
function afterCapture(result: GatewayResult, said: string): GatewayResult {
  return result.kind === 'approved' || result.kind === 'action'
    ? indeterminate(`${said}, but the order is ${result.kind}`)
    : result;
}

/** The order is gone: nothing was captured, unless a capture was attempted before. */
function resultOfGone(attempt: GatewayAttempt): GatewayResult {
  return { kind: attempt.wasSubmitted ? 'not_found' : 'closed' };
}

/** A refusal may omit the player's link; the order has it. */
async function findPayerAction(
  paypal: Paypal,
  attempt: GatewayAttempt,
  endsAt: number,
): Promise<string | null> {
  const result = await queryOrder(paypal, attempt, endsAt);
  return result.kind === 'action' ? result.url : null;
}

function orderPath({ gatewayRef }: GatewayAttempt): string | null {
  return gatewayRef === null ? null : `/v2/checkout/orders/${encodeURIComponent(gatewayRef)}`;
}
