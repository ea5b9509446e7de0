import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { GatewayResult } from '../port.ts';
import { payerActionOf } from './call.ts';
import { fromWire } from './money.ts';

/** Our own PayPal account; null when it is not configured. */
export type Payee = { readonly merchantId: string | null };

/** Pending reasons that our own account causes (payments.md §2.1). */
const OUR_TURN: readonly string[] = [
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'VERIFICATION_REQUIRED',
  'UNILATERAL',
];

const indeterminate = (why: string): GatewayResult => ({ kind: 'indeterminate', why });

/** The result of a whole order. Its captures decide: COMPLETED alone is not yet money. */
export function resultOfOrder(order: Fields, payee: Payee): GatewayResult {
  const gatewayRef = textOf(order['id']) ?? textOf(order['order_id']);
  if (gatewayRef === null) return indeterminate('an order without a number');
  const unit = fieldsOf(listOf(order['purchase_units'])[0]);
  const words = listOf(fieldsOf(unit['payments'])['captures']).map((capture) =>
    resultOfCapture({ payee: unit['payee'], ...fieldsOf(capture) }, gatewayRef, payee),
  );
  const moved = words.find(({ kind }) => kind === 'paid') ?? words.find(isPendingOrUnsure);
  if (moved !== undefined) return moved;
  switch (order['status']) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'action', gatewayRef, url: payerActionOf(order) };
    case 'APPROVED':
      return { kind: 'approved', gatewayRef };
    case 'COMPLETED':
      return words[0] ?? indeterminate('completed, but no capture is shown');
    case 'VOIDED':
      return { kind: 'closed' };
    default:
      return indeterminate('an order status that is not listed');
  }
}

function isPendingOrUnsure({ kind }: GatewayResult): boolean {
  return kind === 'pending' || kind === 'indeterminate';
}

/** The result of one capture, by its status, whatever the message's name. */
export function resultOfCapture(capture: Fields, gatewayRef: string, payee: Payee): GatewayResult {
  switch (capture['status']) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED': {
      const captureRef = textOf(capture['id']);
      if (captureRef === null) return indeterminate('paid, but without a capture number');
      const amount = fieldsOf(capture['amount']);
      const currency = textOf(amount['currency_code']);
      const merchantId = textOf(fieldsOf(capture['payee'])['merchant_id']);
      return {
        kind: 'paid',
        gatewayRef,
        captureRef,
        amount: currency === null ? null : fromWire(amount['value'], currency),
        currency,
        merchantIsOurs:
          payee.merchantId === null || merchantId === null || merchantId === payee.merchantId,
        card: null,
      };
    }
    case 'PENDING': {
      const reason = textOf(fieldsOf(capture['status_details'])['reason']) ?? '';
      return { kind: 'pending', gatewayRef, alarm: OUR_TURN.includes(reason) ? reason : null };
    }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'declined', failure: 'declined', gatewayRef };
    default:
      return indeterminate('a capture status that is not listed');
  }
}

/** The merchant's number on the order's captures, where PayPal shows one. */
export function invoiceOf(order: Fields): string | null {
  const unit = fieldsOf(listOf(order['purchase_units'])[0]);
  const capture = fieldsOf(listOf(fieldsOf(unit['payments'])['captures'])[0]);
  return textOf(capture['invoice_id']) ?? textOf(unit['invoice_id']);
}
