import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Ctx } from '../sandbox.ts';
import type { Change, Table } from '../store.ts';
import { createWebhooks, type Webhooks } from '../webhooks.ts';
import { signBytes } from '../sign.ts';
import { fieldsOf, textOf } from '../shape.ts';
import type { Paypal } from './paypal.ts';
import type { Capture, Dispute, Kept, Order, Refund, SentEvent } from './records.ts';
import { minorOf, valueOf } from './amounts.ts';
import { captureInFull, link, orderInFull, refundInFull, time, tokenInFull } from './show.ts';
import { accountOf, type Account } from '../account.ts';
import { MERCHANTS } from './merchant.ts';
import { paypalId } from '../ids.ts';

const MINUTE_MS = 60_000;
const TRIES = 25;
const LONGEST_PAUSE_MS = 254 * MINUTE_MS;

/** Up to 25 deliveries over three days: soon at first, then every four hours. */
const PAUSES_MS = Array.from({ length: TRIES - 1 }, (_, index) =>
  Math.min(MINUTE_MS * 2 ** index, LONGEST_PAUSE_MS),
);

/** PayPal's own form of a certificate's address. */
export const CERTIFICATE_PATH = '/paypal/v1/notifications/certs/CERT-SANDBOX-1';

export function certificateUrl(ctx: Ctx): string {
  return ctx.publicUrl() + CERTIFICATE_PATH;
}

/** The signed text: a checksum stands for the raw body. */
export function signedText(
  transmissionId: string,
  transmissionTime: string,
  webhookId: string,
  body: Buffer,
): Buffer {
  return Buffer.from([transmissionId, transmissionTime, webhookId, crc32(body)].join('|'));
}

export function createEventSender(ctx: Ctx, events: Table<SentEvent>): Webhooks {
  return createWebhooks(ctx, {
    target: 'paypal',
    pausesMs: PAUSES_MS,
    dress: async (message) => {
      const event = events.get(textOf(fieldsOf(message)['id']) ?? '');
      if (!event) throw new Error('a notification of an event that is not recorded');
      const body = Buffer.from(event.text);
      const { transmissionId, transmissionTime } = event;
      const text = signedText(
        transmissionId,
        transmissionTime,
        MERCHANTS[accountOf(event)].webhookId,
        body,
      );
      return {
        body,
        headers: {
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': certificateUrl(ctx),
          'paypal-transmission-id': transmissionId,
          'paypal-transmission-time': transmissionTime,
          'paypal-transmission-sig': await signBytes(text, ctx.keys.paypalWebhook),
        },
      };
    },
    isAck: (status) => status >= 200 && status < 300,
  });
}

function announce(
  paypal: Paypal,
  account: Account,
  type: string,
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute' | 'payment_token',
  summary: string,
  resource: unknown,
): Change[] {
  const id = `WH-${paypalId()}-${paypalId()}`;
  const now = Date.now();
  const event: SentEvent = {
    id,
    account,
    type,
    transmissionId: randomUUID(),
    transmissionTime: time(now),
    text: JSON.stringify({
      id,
      event_version: '1.0',
      create_time: new Date(now).toISOString(),
      resource_type: resourceType,
      resource_version: resourceType === 'dispute' ? '1.0' : '2.0',
      event_type: type,
      summary,
      resource,
      links: [
        link(paypal, `/v1/notifications/webhooks-events/${id}`, 'self', 'GET'),
        link(paypal, `/v1/notifications/webhooks-events/${id}/resend`, 'resend', 'POST'),
      ],
    }),
  };
  return [paypal.events.put(id, event), ...sendEvent(paypal, event)];
}

export function sendEvent(paypal: Paypal, event: SentEvent): Change[] {
  const { path } = MERCHANTS[accountOf(event)];
  return paypal.webhooks.post(`${paypal.ctx.paypalWebhookUrl}${path}`, { id: event.id });
}

/** A wallet is kept, or no longer. */
export function notifyToken(paypal: Paypal, kept: Kept, word: 'CREATED' | 'DELETED'): Change[] {
  const type = `VAULT.PAYMENT-TOKEN.${word}`;
  const summary = `A payment token has been ${word.toLowerCase()}.`;
  return announce(paypal, accountOf(kept), type, 'payment_token', summary, tokenInFull(kept));
}

const ORDER_EVENTS = {
  'CHECKOUT.ORDER.APPROVED': 'An order has been approved by buyer',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'A payment has been reversed after approval.',
};

export function notifyOrder(
  paypal: Paypal,
  order: Order,
  type: keyof typeof ORDER_EVENTS,
): Change[] {
  const resource = orderInFull(paypal, order);
  return announce(paypal, accountOf(order), type, 'checkout-order', ORDER_EVENTS[type], resource);
}

/** The capture's state decides the event's name. */
export function notifyCapture(paypal: Paypal, capture: Capture): Change[] {
  const word = capture.status === 'DECLINED' ? 'DENIED' : capture.status;
  const summary = `Payment ${word.toLowerCase()} for ${capture.value} ${capture.currency}`;
  const type = `PAYMENT.CAPTURE.${word}`;
  return announce(
    paypal,
    accountOf(capture),
    type,
    'capture',
    summary,
    captureInFull(paypal, capture),
  );
}

export function notifyRefund(paypal: Paypal, refund: Refund): Change[] {
  const summary = `A ${refund.value} ${refund.currency} capture payment was refunded`;
  const resource = refundInFull(paypal, refund);
  return announce(
    paypal,
    accountOf(refund),
    'PAYMENT.CAPTURE.REFUNDED',
    'refund',
    summary,
    resource,
  );
}

/** The payer's bank took the money back; the resource looks like a refund. */
export function notifyReversal(paypal: Paypal, capture: Capture): Change[] {
  const now = time(Date.now());
  const summary = `A ${capture.value} ${capture.currency} capture payment was reversed`;
  return announce(paypal, accountOf(capture), 'PAYMENT.CAPTURE.REVERSED', 'refund', summary, {
    id: paypalId(),
    amount: { currency_code: capture.currency, value: capture.value },
    status: 'COMPLETED',
    create_time: now,
    update_time: now,
    links: [link(paypal, `/v2/payments/captures/${capture.id}`, 'up', 'GET')],
  });
}

export function notifyDispute(
  paypal: Paypal,
  dispute: Dispute,
  captures: readonly Capture[],
): Change[] {
  const currency = captures[0]?.currency ?? '';
  const minor = captures.reduce((sum, each) => sum + minorOf(each.value, currency), 0);
  const [word, verb] =
    dispute.status === 'OPEN'
      ? ['CREATED', 'A new dispute opened']
      : ['RESOLVED', 'A dispute was resolved'];
  const summary = `${verb} with Dispute # ${dispute.id}`;
  const account = accountOf(captures[0] ?? {});
  return announce(paypal, account, `CUSTOMER.DISPUTE.${word}`, 'dispute', summary, {
    dispute_id: dispute.id,
    create_time: new Date(dispute.openedAt).toISOString(),
    disputed_transactions: captures.map((capture) => ({
      seller_transaction_id: capture.id,
      custom: capture.customId,
      invoice_number: capture.invoiceId,
      seller: { merchant_id: MERCHANTS[accountOf(capture)].merchantId },
    })),
    reason: 'UNAUTHORISED',
    status: dispute.status,
    dispute_amount: { currency_code: currency, value: valueOf(minor, currency) },
    dispute_life_cycle_stage: 'CHARGEBACK',
    ...(dispute.outcome === null ? {} : { dispute_outcome: { outcome_code: dispute.outcome } }),
  });
}
