import { fieldsOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { CapturedPayment, CaptureResult } from '../port.ts';
import { callPaypal, unanswered, type Paypal } from './call.ts';
import { reactionTo } from './issues.ts';
import { amountOf } from './money.ts';
import { isOurs } from './translate.ts';

/** Reasons for money taken back by the payer's bank, or by PayPal. */
const TAKEN_FOR: readonly unknown[] = ['CHARGEBACK', 'BUYER_COMPLAINT', 'REFUNDED'];

/** Queries a capture that PayPal reports as reversed (payments.md §2.3). */
export async function queryCapture(
  paypal: Paypal,
  payment: CapturedPayment,
): Promise<CaptureResult> {
  const path = `/v2/payments/captures/${encodeURIComponent(payment.captureRef)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'ok') return resultOf(reply.body, payment, paypal);
  if (reply.kind === 'silent') return unanswered(reply);
  return reactionTo(reply.status, reply.issue) === 'gone'
    ? { kind: 'differs', why: 'there is no such capture' }
    : { kind: 'indeterminate', why: `${reply.status} ${reply.issue}` };
}

function resultOf(capture: Fields, payment: CapturedPayment, paypal: Paypal): CaptureResult {
  const sum = amountOf(capture['amount']);
  if (capture['id'] !== payment.captureRef || sum.currency === null) {
    return { kind: 'indeterminate', why: 'the answer is not about this capture' };
  }
  const invoice = textOf(capture['invoice_id']);
  if (invoice !== null && invoice !== payment.attemptId)
    return differs('it pays for something else');
  if (sum.currency !== payment.currency) return differs('its currency is another');
  if (sum.amount !== payment.amount) return differs('its sum is another');
  if (!isOurs(paypal, capture['payee'])) return differs('it was paid to somebody else');
  if (TAKEN_FOR.includes(fieldsOf(capture['status_details'])['reason'])) {
    return { kind: 'taken_back' };
  }
  const status = textOf(capture['status']) ?? 'without a state';
  switch (status) {
    case 'REFUNDED':
      return { kind: 'taken_back' };
    case 'PARTIALLY_REFUNDED':
      // Our own partial refund looks the same.
      return payment.hasPartBack ? kept(capture) : { kind: 'taken_back' };
    case 'COMPLETED':
      return kept(capture);
    default:
      return { kind: 'indeterminate', why: `a capture ${status}` };
  }
}

/** With the wallet order of the capture, which lists its refunds. */
function kept(capture: Fields): CaptureResult {
  const related = fieldsOf(fieldsOf(capture['supplementary_data'])['related_ids']);
  return { kind: 'kept', paymentRef: textOf(related['order_id']) };
}

function differs(why: string): CaptureResult {
  return { kind: 'differs', why };
}
