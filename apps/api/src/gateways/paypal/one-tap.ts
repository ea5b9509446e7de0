import { fieldsOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { GatewayAttempt, GatewayResult, SubmitInput } from '../port.ts';
import { callPaypal, payerActionOf, unanswered, type Paypal, type Refused } from './call.ts';
import { causeOf, reactionTo } from './issues.ts';
import type { Listed, LostPayments } from './lost-payments.ts';
import { amountOf, canCharge } from './money.ts';
import { experienceOf, purchaseOf } from './orders.ts';
import { indeterminate, isOurs, resultOfOrder, unitOf } from './translate.ts';
import { isTokenGone, NO_VAULT } from './vault.ts';

/** Anyone with our public client id can make an order with our number at any time: one of another time is not the attempt's. */
const SAME_TIME_MS = 60 * 60_000;

/** Pays with a kept wallet: one call makes the order and moves its money. A lost answer is unknown. */
export async function payWithVault(
  paypal: Paypal,
  input: Omit<SubmitInput, 'instrument'>,
  token: string,
): Promise<GatewayResult> {
  const { attempt, returnUrl, language: locale, brandName } = input;
  if (!canCharge(attempt.amount, attempt.currency)) {
    return { kind: 'refused', code: 'AMOUNT_NOT_CHARGEABLE', cause: 'request' };
  }
  const experience_context = experienceOf({ returnUrl, cancelUrl: returnUrl, locale, brandName });
  const order = {
    ...purchaseOf(input),
    payment_source: { paypal: { vault_id: token, experience_context } },
  };
  const reply = await callPaypal(paypal, {
    path: '/v2/checkout/orders',
    body: JSON.stringify(order),
    requestId: `one-${attempt.id}`,
    wantsAll: true,
  });
  if (reply.kind === 'silent') return indeterminate(reply.why);
  if (reply.kind === 'error') return resultOfRefusal(reply.status, reply.issue);
  const gatewayRef = textOf(reply.body['id']);
  if (gatewayRef === null) return indeterminate('an order without a number');
  const result = ownResult(paypal, attempt, reply.body);
  if (result.kind !== 'action') return result;
  const url = payerActionOf(reply.body);
  return url === null ? { kind: 'pending', gatewayRef, alarm: null } : { ...result, url };
}

/**
 * Looks for the money of a payment whose answer was lost, in PayPal's own list of transactions: nothing is sent again. The
 * list is late, and lacks money that is still pending. So a payment that it lacks stays unknown: a message or a person ends it.
 */
export async function findOneTap(
  paypal: Paypal,
  { capturesAround }: LostPayments,
  attempt: GatewayAttempt,
  requestedAtMs: number,
): Promise<GatewayResult> {
  const list = await capturesAround(requestedAtMs);
  if (list.kind === 'unavailable') return unclear(list.why);
  const captures = list.ofAttempt.get(attempt.id) ?? [];
  // A small payment with the same number must not hide the real one.
  const isWhole = (each: Listed) =>
    each.amount === attempt.amount && each.currency === attempt.currency;
  const captureId = (captures.find(isWhole) ?? captures[0])?.id;
  if (captureId === undefined) return unclear('not in the list');
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'silent') return unanswered(reply);
  if (reply.kind === 'error') return refusedQuestion(reply);
  const related = fieldsOf(fieldsOf(reply.body['supplementary_data'])['related_ids']);
  const id = textOf(related['order_id']);
  return id === null
    ? unclear('a capture that does not name its order')
    : queryNamedOrder(paypal, attempt, id);
}

/** Queries the order that a message or the list names for an attempt whose own answer never named one. */
export async function queryNamedOrder(
  paypal: Paypal,
  attempt: GatewayAttempt,
  id: string,
): Promise<GatewayResult> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'silent') return unanswered(reply);
  if (reply.kind === 'error') return refusedQuestion(reply);
  const madeAtMs = Date.parse(textOf(reply.body['create_time']) ?? '');
  const isOfItsTime = Math.abs(madeAtMs - attempt.startedAtMs) <= SAME_TIME_MS;
  return isOfItsTime
    ? ownResult(paypal, attempt, reply.body)
    : other('the answer is about an order of another time');
}

/** The result of an order that must carry our own numbers and sum: no earlier answer has named it. */
function ownResult(paypal: Paypal, attempt: GatewayAttempt, order: Fields): GatewayResult {
  const { unit, captures } = unitOf(order);
  const named = (field: string) => textOf(captures[0]?.[field]) ?? textOf(unit[field]);
  const isOwn =
    named('invoice_id') === attempt.id &&
    (named('custom_id') ?? attempt.orderId) === attempt.orderId;
  if (!isOwn) return other('the answer is about another order');
  const result = resultOfOrder(order, paypal);
  // Another sum or payee is compared, and kept for a person, where the result is applied.
  if (result.kind === 'paid') {
    return result.amount === null ? indeterminate('paid, but no amount said') : result;
  }
  const { amount, currency } = amountOf(unit['amount']);
  const isSame = amount === attempt.amount && currency === attempt.currency;
  return isSame && isOurs(paypal, unit['payee'])
    ? result
    : other('the answer is about another sum or payee');
}

/** An answer that came, and leaves this one question open. */
const unclear = (why: string) => ({ kind: 'indeterminate', why, cause: 'request' }) as const;

/** The same about an order or capture that is not the attempt's, and never will be. */
const other = (why: string) => ({ ...unclear(why), isOther: true }) as const;

/** Access to one order or capture may be refused (403) because it is another's: that says nothing about our access. */
const refusedQuestion = ({ status, issue }: Refused) =>
  status === 401 ? indeterminate(issue) : unclear(issue);

/** No order was made: its player pays in another way. */
function resultOfRefusal(status: number, issue: string): GatewayResult {
  if (isTokenGone(issue)) return { kind: 'refused', code: issue, cause: 'token' };
  if (issue === NO_VAULT) return { kind: 'refused', code: issue, cause: 'request' };
  const reaction = reactionTo(status, issue);
  switch (reaction) {
    case 'player':
    case 'declined':
      return { kind: 'declined', failure: 'declined', gatewayRef: null };
    // An earlier payment has this number.
    case 'read_order':
    case 'processing':
    case 'unlisted':
      return { kind: 'indeterminate', why: issue, cause: 'request' };
    case 'access':
    case 'account':
    case 'our_fault':
    case 'gone':
      return { kind: 'refused', code: issue, cause: causeOf(reaction) };
    default:
      return unreachable('reaction', reaction);
  }
}
