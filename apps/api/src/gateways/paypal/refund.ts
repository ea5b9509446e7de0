import { callEndsAt } from '../../platform/http-client/exchange.ts';
import { textOf, type Fields } from '../../platform/http-client/json.ts';
import type { RefundInput, RefundResult } from '../port.ts';
import { callPaypal, unanswered, type Paypal, type Reply } from './call.ts';
import { amountOf, toWire } from './money.ts';
import { unitOf } from './translate.ts';

/** Refusals after which certainly no money was returned by this request (payments.md §2.2). */
const DEFINITE = new Set([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'REFUND_NOT_ALLOWED',
  'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  'TRANSACTION_DISPUTED',
  'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
  'PENDING_CAPTURE',
  'REFUND_FAILED_INSUFFICIENT_FUNDS',
  'PERMISSION_DENIED',
  'INVALID_RESOURCE_ID',
  // The rest of the call's documented refusals: the account, or our request, is wrong.
  'CANNOT_BE_NEGATIVE',
  'CANNOT_BE_ZERO_OR_NEGATIVE',
  'CURRENCY_MISMATCH',
  'DECIMALS_NOT_SUPPORTED',
  'DECIMAL_PRECISION',
  'INVALID_CURRENCY_CODE',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PLATFORM_FEE_EXCEEDED',
  'PLATFORM_FEE_NOT_ENABLED',
  'REFUND_AMOUNT_TOO_LOW',
  'REFUND_CAPTURE_CURRENCY_MISMATCH',
  'REFUND_IS_RESTRICTED',
]);

/** The time PayPal remembers a request id, less a day for clocks. */
const REMEMBERED_MS = 44 * 86_400_000;

/** A refund may exist already: the order lists its refunds (payments.md §2.2). */
const MAY_BE_DONE = new Set(['CAPTURE_FULLY_REFUNDED', 'DUPLICATE_INVOICE_ID']);

const indeterminate = (why: string): RefundResult => ({ kind: 'indeterminate', why });

/** Refunds a capture; the request id makes a repeat the same refund for 45 days. */
export async function refund(paypal: Paypal, input: RefundInput): Promise<RefundResult> {
  const endsAt = callEndsAt(paypal.outside);
  const call = {
    path: `/v2/payments/captures/${encodeURIComponent(input.captureRef)}/refund`,
    body: JSON.stringify({
      amount: { currency_code: input.currency, value: toWire(input.amount, input.currency) },
      invoice_id: input.refundId,
    }),
    requestId: `ref-${input.refundId}`,
    wantsAll: true,
  };
  const reply = await callPaypal(paypal, call, endsAt);
  const result = resultOfReply(reply, input);
  const mayBeDone = reply.kind === 'error' && MAY_BE_DONE.has(reply.issue);
  return mayBeDone ? findOr(paypal, input, result, endsAt) : result;
}

/**
 * Queries by PayPal's reference; before it is known, by repeating the request while PayPal
 * remembers it, then by the order's list of refunds.
 */
export async function queryRefund(paypal: Paypal, input: RefundInput): Promise<RefundResult> {
  if (input.gatewayRef !== null) return showRefund(paypal, input, input.gatewayRef);
  const isForgotten = paypal.outside.now() - input.requestedAtMs > REMEMBERED_MS;
  return isForgotten ? findOr(paypal, input, { kind: 'not_found' }) : refund(paypal, input);
}

/** Looks up by PayPal's reference, else in the order's list, without repeating the request. */
export async function findRefund(paypal: Paypal, input: RefundInput): Promise<RefundResult> {
  if (input.gatewayRef !== null) return showRefund(paypal, input, input.gatewayRef);
  return input.paymentRef === null
    ? indeterminate('there is no wallet order to ask about')
    : findOr(paypal, input, { kind: 'not_found' });
}

async function showRefund(
  paypal: Paypal,
  input: RefundInput,
  gatewayRef: string,
): Promise<RefundResult> {
  const path = `/v2/payments/refunds/${encodeURIComponent(gatewayRef)}`;
  const reply = await callPaypal(paypal, { path });
  return reply.kind === 'error'
    ? indeterminate(`${reply.status} ${reply.issue}`)
    : resultOfReply(reply, input);
}

/** Our refund among those of the payment, by its id; `absent` when it is missing. */
async function findOr(
  paypal: Paypal,
  input: RefundInput,
  absent: RefundResult,
  endsAt?: number,
): Promise<RefundResult> {
  if (input.paymentRef === null) return absent;
  const path = `/v2/checkout/orders/${encodeURIComponent(input.paymentRef)}`;
  const reply = await callPaypal(paypal, { path }, endsAt);
  if (reply.kind !== 'ok') {
    const why = 'the list of refunds cannot be had';
    return reply.kind === 'silent' ? { ...unanswered(reply), why } : indeterminate(why);
  }
  const { refunds } = unitOf(reply.body);
  const ours = refunds.find((each) => each['invoice_id'] === input.refundId);
  return ours === undefined ? absent : resultOfOurRefund(ours, input);
}

function resultOfReply(reply: Reply, input: RefundInput): RefundResult {
  if (reply.kind === 'ok') return resultOfOurRefund(reply.body, input);
  if (reply.kind === 'silent') return unanswered(reply);
  return DEFINITE.has(reply.issue) || reply.status === 400
    ? { kind: 'failed', code: reply.issue }
    : indeterminate(`${reply.status} ${reply.issue}`);
}

/** Requires our id and amount; another refund's data is no answer. */
function resultOfOurRefund(body: Fields, input: RefundInput): RefundResult {
  const { invoice_id: number = input.refundId, amount } = body;
  if (number !== input.refundId) return indeterminate('the answer is about another refund');
  const sum = amountOf(amount);
  const isSame = sum.currency === input.currency && sum.amount === input.amount;
  return amount === undefined || isSame
    ? resultOfRefund(body)
    : indeterminate('the answer names another sum');
}

/** A refund in an answer or in an event. */
export function resultOfRefund(body: Fields): RefundResult {
  const gatewayRef = textOf(body['id']);
  const status = textOf(body['status']);
  switch (status) {
    case 'COMPLETED':
      return { kind: 'succeeded', gatewayRef };
    case 'PENDING':
      return { kind: 'pending', gatewayRef };
    case 'FAILED':
    case 'CANCELLED':
      return { kind: 'failed', code: status };
    default:
      return indeterminate(`refund ${status ?? 'without a state'}`);
  }
}
