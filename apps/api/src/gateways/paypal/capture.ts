import { callDeadlineMs } from '../../platform/http-client/exchange.ts';
import { fieldsOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { CapturedPayment, CaptureResult } from '../port.ts';
import { callPaypal, type PaypalLine } from './call.ts';
import { reactionTo } from './issues.ts';
import { fromWire } from './money.ts';
import type { Payee } from './translate.ts';

/** Reasons for money taken back by the payer's bank, or by PayPal. */
const TAKEN_FOR: readonly unknown[] = ['CHARGEBACK', 'BUYER_COMPLAINT', 'REFUNDED'];

/** Queries a capture that PayPal reports as reversed (payments.md §2.3). */
export async function queryCapture(
  paypal: PaypalLine & Payee,
  payment: CapturedPayment,
): Promise<CaptureResult> {
  const path = `/v2/payments/captures/${encodeURIComponent(payment.captureRef)}`;
  const endsAt = paypal.outside.now() + callDeadlineMs(paypal.outside);
  const reply = await callPaypal(paypal, { method: 'GET', path }, endsAt);
  switch (reply.kind) {
    case 'ok':
      return resultOf(reply.body, payment, paypal);
    case 'error':
      return reactionTo(reply.status, reply.issue) === 'gone'
        ? { kind: 'differs', why: 'there is no such capture' }
        : { kind: 'indeterminate', why: `${reply.status} ${reply.issue}` };
    case 'silent':
      return { kind: 'indeterminate', why: reply.why };
    default:
      return unreachable('reply', reply);
  }
}

function resultOf(capture: Fields, payment: CapturedPayment, payee: Payee): CaptureResult {
  const { status } = capture;
  const amount = fieldsOf(capture['amount']);
  const currency = textOf(amount['currency_code']);
  if (capture['id'] !== payment.captureRef || currency === null) {
    return { kind: 'indeterminate', why: 'the answer is not about this capture' };
  }
  const sum = fromWire(amount['value'], currency);
  const trouble = whyAnother(capture, { sum, currency }, payment, payee);
  if (trouble !== null) return { kind: 'differs', why: trouble };
  if (TAKEN_FOR.includes(fieldsOf(capture['status_details'])['reason'])) {
    return { kind: 'taken_back' };
  }
  switch (status) {
    case 'REFUNDED':
      return { kind: 'taken_back' };
    case 'PARTIALLY_REFUNDED':
      // Our own partial refund looks the same.
      return { kind: payment.hasPartBack ? 'kept' : 'taken_back' };
    case 'COMPLETED':
      return { kind: 'kept' };
    default:
      return { kind: 'indeterminate', why: `a capture ${textOf(status) ?? 'without a state'}` };
  }
}

function whyAnother(
  capture: Fields,
  paid: { readonly sum: number | null; readonly currency: string },
  payment: CapturedPayment,
  payee: Payee,
): string | null {
  const invoice = textOf(capture['invoice_id']);
  const merchant = textOf(fieldsOf(capture['payee'])['merchant_id']);
  if (invoice !== null && invoice !== payment.attemptId) return 'it pays for something else';
  if (paid.currency !== payment.currency) return 'its currency is another';
  if (paid.sum !== payment.amount) return 'its sum is another';
  const isOurs = payee.merchantId === null || merchant === null || merchant === payee.merchantId;
  return isOurs ? null : 'it was paid to somebody else';
}
