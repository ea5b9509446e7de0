import { accountOf } from '../account.ts';
import { paypalId } from '../ids.ts';
import { textOf, type Fields } from '../shape.ts';
import { minorOf, readAmount, valueOf } from './amounts.ts';
import type { Capture, Refund } from './records.ts';
import { badRequest, isPaypalError, unprocessable, type PaypalError } from './errors.ts';
import { notifyRefund } from './events.ts';
import { noteRefusal, noteResource } from './idempotency.ts';
import type { Paypal } from './paypal.ts';

export function refundCapture(
  paypal: Paypal,
  capture: Capture,
  body: Fields,
  key: string | null,
  isRejected: boolean,
): Refund | PaypalError {
  const refund = isRejected
    ? unprocessable('REFUND_NOT_ALLOWED')
    : readRefund(paypal, capture, body);
  const { store } = paypal.ctx;
  if (isPaypalError(refund)) {
    if (refund.status === 422) store.commit(noteRefusal(paypal, key, refund));
    return refund;
  }
  const minor = minorOf(refund.value, refund.currency);
  const refundedMinor = capture.refundedMinor + minor;
  const isAll = refundedMinor >= minorOf(capture.value, capture.currency);
  store.commit([
    paypal.refunds.put(refund.id, refund),
    paypal.captures.put(capture.id, {
      ...capture,
      refundedMinor,
      status: isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      updatedAt: refund.createdAt,
    }),
    ...noteResource(paypal, key, refund.id),
    ...notifyRefund(paypal, refund),
  ]);
  return refund;
}

function readRefund(paypal: Paypal, capture: Capture, body: Fields): Refund | PaypalError {
  const { currency } = capture;
  const left = minorOf(capture.value, currency) - capture.refundedMinor;
  const all = { currency, minor: left, value: valueOf(left, currency) };
  const amount = body['amount'] === undefined ? all : readAmount(body['amount'], '/amount');
  if (isPaypalError(amount)) return amount;
  const invoiceId = textOf(body['invoice_id']) ?? null;
  const note = textOf(body['note_to_payer']) ?? null;
  if (note !== null && note.length > 255)
    return badRequest('INVALID_STRING_LENGTH', '/note_to_payer');
  if (capture.status === 'PENDING') return unprocessable('PENDING_CAPTURE');
  if (capture.status === 'REFUNDED') return unprocessable('CAPTURE_FULLY_REFUNDED');
  if (capture.status === 'DECLINED') return unprocessable('REFUND_NOT_ALLOWED');
  if (capture.isDisputed && amount.minor !== left) return unprocessable('TRANSACTION_DISPUTED');
  if (amount.currency !== currency) {
    return unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code');
  }
  if (amount.minor > left) return unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
  const isUsed =
    invoiceId !== null &&
    (paypal.refundOfInvoice.has(invoiceId) || paypal.captureOfInvoice.has(invoiceId));
  if (isUsed) return unprocessable('DUPLICATE_INVOICE_ID', '/invoice_id');
  return {
    id: paypalId(),
    account: accountOf(capture),
    captureId: capture.id,
    invoiceId,
    customId: capture.customId,
    currency,
    value: amount.value,
    totalRefunded: valueOf(capture.refundedMinor + amount.minor, currency),
    note,
    status: 'COMPLETED',
    createdAt: Date.now(),
  };
}
