import { createHash } from 'node:crypto';
import {
  fieldsOf,
  listOf,
  parseJson,
  textOf,
  type Fields,
} from '../../platform/http-client/json.ts';
import type { DisputeUpdate, GatewayResult, Notification, RefundUpdate } from '../port.ts';
import { disputeUpdate, refundUpdate, reversalUpdate } from './money-back.ts';
import { resultOfCapture, resultOfOrder, type Payee } from './translate.ts';

/** Translates an event that was verified when it was stored; null when it is no event. */
export function readEvent(rawBody: Buffer, payee: Payee): Notification | null {
  const event = fieldsOf(parseJson(rawBody));
  const eventKey = textOf(event['id']);
  const eventType = textOf(event['event_type']);
  if (eventKey === null || eventType === null) return null;
  return { eventKey, eventType, ...contentOf(eventType, fieldsOf(event['resource']), payee) };
}

/** An unreadable message of PayPal's, stored once under its hash. */
export function unreadableEvent(rawBody: Buffer): Notification {
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return { eventKey: `UNREADABLE|${hash}`, eventType: 'UNREADABLE', ...NOTHING };
}

type Content = Pick<Notification, 'attemptId' | 'gatewayRef' | 'result' | 'update'>;

const NOTHING: Content = { attemptId: null, gatewayRef: null, result: null, update: null };

function contentOf(type: string, resource: Fields, payee: Payee): Content {
  switch (type) {
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return captureContent(resource, payee);
    case 'CHECKOUT.ORDER.APPROVED':
      return orderContent(resource, resultOfOrder(resource, payee));
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return orderContent(resource, { kind: 'closed' });
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.FAILED':
      return updateContent(refundUpdate(resource, payee));
    case 'PAYMENT.CAPTURE.REVERSED':
      return updateContent(reversalUpdate(resource, payee));
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return updateContent(disputeUpdate(resource, payee));
    default:
      return NOTHING;
  }
}

function updateContent(update: RefundUpdate | DisputeUpdate | null): Content {
  const attemptId = update?.kind === 'refund' ? update.attemptId : update?.payments[0]?.attemptId;
  return { ...NOTHING, attemptId: attemptId ?? null, update };
}

function captureContent(capture: Fields, payee: Payee): Content {
  const related = fieldsOf(fieldsOf(capture['supplementary_data'])['related_ids']);
  const gatewayRef = textOf(related['order_id']) ?? orderAbove(capture);
  return {
    attemptId: textOf(capture['invoice_id']),
    gatewayRef,
    result:
      gatewayRef === null
        ? { kind: 'indeterminate', why: 'a capture that does not name its order' }
        : resultOfCapture(capture, gatewayRef, payee),
    update: null,
  };
}

/** The order from the capture's link upwards, where the related ids are absent. */
function orderAbove(capture: Fields): string | null {
  const up = listOf(capture['links'])
    .map(fieldsOf)
    .find(({ rel }) => rel === 'up');
  return /\/checkout\/orders\/([A-Z0-9]{1,36})$/.exec(textOf(up?.['href']) ?? '')?.[1] ?? null;
}

function orderContent(order: Fields, result: GatewayResult): Content {
  const unit = fieldsOf(listOf(order['purchase_units'])[0]);
  return {
    attemptId: textOf(unit['invoice_id']),
    gatewayRef: textOf(order['id']) ?? textOf(order['order_id']),
    result,
    update: null,
  };
}
