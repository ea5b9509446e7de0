import { fieldsOf, textOf } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { GatewayAttempt, GatewayResult, SubmitInput } from '../port.ts';
import { callPaypal, payerActionOf, unanswered, type Paypal } from './call.ts';
import { causeOf, reactionTo } from './issues.ts';
import { canCharge } from './money.ts';
import { experienceOf, purchaseOf } from './orders.ts';
import { searchTransactions } from './statement.ts';
import { indeterminate, resultOfOrder, unitOf } from './translate.ts';
import { isTokenGone, NO_VAULT } from './vault.ts';

/** Room around the request for clocks that differ. */
const AROUND_MS = 15 * 60_000;

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
 * @param orderId the order, if a message has named it
 */
export async function findOneTap(
  paypal: Paypal,
  attempt: GatewayAttempt,
  orderId: string | null = null,
): Promise<GatewayResult> {
  if (orderId !== null) return orderAt(paypal, attempt, orderId);
  if (attempt.requestedAtMs === undefined) return indeterminate('it was never sent');
  const from = new Date(attempt.requestedAtMs - AROUND_MS);
  const list = await searchTransactions(paypal, from, new Date(attempt.requestedAtMs + AROUND_MS));
  if (list.kind === 'unavailable') {
    return { kind: 'indeterminate', why: list.why, cause: 'request' };
  }
  const found = list.captures.find((each) => each.attemptId === attempt.id);
  if (found === undefined) {
    return { kind: 'indeterminate', why: 'not in the list', cause: 'request' };
  }
  const path = `/v2/payments/captures/${encodeURIComponent(found.id)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'silent') return unanswered(reply);
  if (reply.kind === 'error') return indeterminate(reply.issue);
  const related = fieldsOf(fieldsOf(reply.body['supplementary_data'])['related_ids']);
  const id = textOf(related['order_id']);
  return id === null
    ? indeterminate('a capture that does not name its order')
    : orderAt(paypal, attempt, id);
}

async function orderAt(
  paypal: Paypal,
  attempt: GatewayAttempt,
  id: string,
): Promise<GatewayResult> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'silent') return unanswered(reply);
  return reply.kind === 'ok' ? ownResult(paypal, attempt, reply.body) : indeterminate(reply.issue);
}

/** The result of an order that must carry our own number: no earlier answer has named it. */
function ownResult(
  paypal: Paypal,
  attempt: GatewayAttempt,
  order: Parameters<typeof resultOfOrder>[0],
): GatewayResult {
  const { unit, captures } = unitOf(order);
  const invoice = textOf(captures[0]?.['invoice_id']) ?? textOf(unit['invoice_id']);
  if (invoice !== attempt.id) return indeterminate('the answer is about another order');
  const result = resultOfOrder(order, paypal);
  return result.kind === 'paid' && result.amount === null
    ? indeterminate('paid, but no amount said')
    : result;
}

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
