import {
  fieldsOf,
  listOf,
  parseJson,
  textOf,
  type Fields,
} from '../../platform/http-client/json.ts';
import type { Notification, NotificationContent } from '../port.ts';
import { NO_CONTENT } from '../unreadable.ts';
import type { DisputeUpdate, GatewayResult, RefundUpdate } from '../port.ts';
import { linkOf } from './call.ts';
import { disputeUpdate, refundUpdate, reversalUpdate } from './money-back.ts';
import { indeterminate, resultOfCapture, resultOfOrder, unitOf, type Payee } from './translate.ts';
import { walletNews } from './vault.ts';

/** Translates an event that was verified when it was stored; null when it is no event. */
export function readEvent(rawBody: Buffer, payee: Payee): Notification | null {
  const event = fieldsOf(parseJson(rawBody));
  const eventKey = textOf(event['id']);
  const eventType = textOf(event['event_type']);
  if (eventKey === null || eventType === null) return null;
  return { eventKey, eventType, ...contentOf(eventType, fieldsOf(event['resource']), payee) };
}

/** Fields of a payer in orders, their units and disputes. */
const OF_PAYERS = ['payer', 'payment_source', 'shipping', 'buyer'];

/** An event as the inbox keeps it: orders and disputes repeat names and addresses of payers, which nothing here reads. */
export function withoutPayer(rawBody: Buffer): Buffer {
  const event = fieldsOf(parseJson(rawBody));
  const resource = fieldsOf(event['resource']);
  const parts = ['purchase_units', 'disputed_transactions'].filter((part) =>
    listOf(resource[part]).some(namesPayer),
  );
  if (!namesPayer(resource) && parts.length === 0) return rawBody;
  const lists = parts.map((part) => [part, listOf(resource[part]).map(forgetPayer)] as const);
  const kept = { ...forgetPayer(resource), ...Object.fromEntries(lists) };
  return Buffer.from(JSON.stringify({ ...event, resource: kept }));
}

const namesPayer = (part: unknown) => OF_PAYERS.some((name) => fieldsOf(part)[name] !== undefined);

function forgetPayer(part: unknown): Fields {
  const entries = Object.entries(fieldsOf(part));
  return Object.fromEntries(entries.filter(([name]) => !OF_PAYERS.includes(name)));
}

function contentOf(type: string, resource: Fields, payee: Payee): NotificationContent {
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
    case 'VAULT.PAYMENT-TOKEN.CREATED':
    case 'VAULT.PAYMENT-TOKEN.DELETED':
    case 'VAULT.PAYMENT-TOKEN.DELETION-INITIATED': {
      const card = walletNews(resource);
      return card === null ? NO_CONTENT : { ...NO_CONTENT, card };
    }
    default:
      return NO_CONTENT;
  }
}

function updateContent(update: RefundUpdate | DisputeUpdate | null): NotificationContent {
  const attemptId = update?.kind === 'refund' ? update.attemptId : update?.payments[0]?.attemptId;
  return { ...NO_CONTENT, attemptId: attemptId ?? null, update };
}

function captureContent(capture: Fields, payee: Payee): NotificationContent {
  const related = fieldsOf(fieldsOf(capture['supplementary_data'])['related_ids']);
  const gatewayRef = textOf(related['order_id']) ?? orderAbove(capture);
  const result =
    gatewayRef === null
      ? indeterminate('a capture that does not name its order')
      : resultOfCapture(capture, gatewayRef, payee);
  return { ...NO_CONTENT, attemptId: textOf(capture['invoice_id']), gatewayRef, result };
}

/** The order from the capture's link upwards, where the related ids are absent. */
function orderAbove(capture: Fields): string | null {
  const address = textOf(linkOf(capture, 'up')?.['href']) ?? '';
  return /\/checkout\/orders\/([A-Z0-9]{1,36})$/.exec(address)?.[1] ?? null;
}

function orderContent(order: Fields, result: GatewayResult): NotificationContent {
  const gatewayRef = textOf(order['id']) ?? textOf(order['order_id']);
  const attemptId = textOf(unitOf(order).unit['invoice_id']);
  return { ...NO_CONTENT, attemptId, gatewayRef, result };
}
