import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { GatewayResult } from '../port.ts';
import { payerActionOf, type Paypal } from './call.ts';
import { amountOf } from './money.ts';

/** Our own PayPal account. */
export type Payee = Pick<Paypal, 'merchantId'>;

/** Whether a message's payee or seller, where it names one, is our account. */
export function isOurs({ merchantId }: Payee, named: unknown): boolean {
  const told = textOf(fieldsOf(named)['merchant_id']);
  return merchantId === null || told === null || told === merchantId;
}

/** Pending reasons that our own account causes (payments.md §2.1). */
const OUR_TURN: readonly string[] = [
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'VERIFICATION_REQUIRED',
  'UNILATERAL',
];

/** The instruction of a local method's order: PayPal captures it once it is approved. */
export const COMPLETES_ITSELF = 'ORDER_COMPLETE_ON_PAYMENT_APPROVAL';

export const indeterminate = (why: string): GatewayResult => ({ kind: 'indeterminate', why });

/** The one purchase unit of an order, with its captures and refunds. */
export function unitOf(order: Fields) {
  const unit = fieldsOf(listOf(order['purchase_units'])[0]);
  const { captures, refunds } = fieldsOf(unit['payments']);
  return { unit, captures: listOf(captures).map(fieldsOf), refunds: listOf(refunds).map(fieldsOf) };
}

/** The result of a whole order. Its captures decide: COMPLETED alone is not yet money. */
export function resultOfOrder(order: Fields, payee: Payee): GatewayResult {
  const gatewayRef = textOf(order['id']) ?? textOf(order['order_id']);
  if (gatewayRef === null) return indeterminate('an order without a number');
  const { unit, captures } = unitOf(order);
  const words = captures.map((capture) =>
    resultOfCapture({ payee: unit['payee'], ...capture }, gatewayRef, payee),
  );
  const moved =
    words.find(({ kind }) => kind === 'paid') ??
    words.find(({ kind }) => kind === 'pending' || kind === 'indeterminate');
  if (moved !== undefined) return moved;
  switch (order['status']) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'action', gatewayRef, url: payerActionOf(order) };
    case 'APPROVED':
      return order['processing_instruction'] === COMPLETES_ITSELF
        ? { kind: 'pending', gatewayRef, alarm: null }
        : { kind: 'approved', gatewayRef };
    case 'COMPLETED':
      return words[0] ?? indeterminate('completed, but no capture is shown');
    case 'VOIDED':
      return { kind: 'closed' };
    default:
      return indeterminate('an order status that is not listed');
  }
}

/** The result of one capture, by its status, whatever the message's name. */
export function resultOfCapture(capture: Fields, gatewayRef: string, payee: Payee): GatewayResult {
  switch (capture['status']) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED': {
      const captureRef = textOf(capture['id']);
      if (captureRef === null) return indeterminate('paid, but without a capture number');
      const merchantIsOurs = isOurs(payee, capture['payee']);
      const sum = amountOf(capture['amount']);
      return { kind: 'paid', gatewayRef, captureRef, ...sum, merchantIsOurs, card: null };
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
