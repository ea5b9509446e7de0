import { REAL_OUTSIDE, type Outside } from '../../platform/http-client/exchange.ts';
import type { Gateway, VerifiedNotification } from '../port.ts';
import type { PaypalLine } from './call.ts';
import { queryCapture } from './capture.ts';
import { createCertificates } from './certificates.ts';
import { readEvent, unreadableEvent } from './event.ts';
import { canCharge } from './money.ts';
import { captureOrder, createOrder, queryOrder } from './orders.ts';
import { findRefund, queryRefund, refund } from './refund.ts';
import { searchTransactions } from './statement.ts';
import { createTokens } from './tokens.ts';
import type { Payee } from './translate.ts';
import { verifyWebhook, type WebhookHeaders, type WebhookRules } from './webhook.ts';

export type PaypalOptions = {
  readonly base: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
  readonly certOrigins: readonly string[];
  readonly certRootPem: string | null;
  readonly certCn: string;
  /** Our account; without it, only the webhook id in the signature marks an event as ours. */
  readonly merchantId?: string | null;
  readonly report?: PaypalLine['report'];
  readonly outside?: Outside;
};

/** The PayPal wallet. Caches an access token and the webhooks' certificates. */
export function createPaypalGateway(options: PaypalOptions): Gateway {
  const outside = options.outside ?? REAL_OUTSIDE;
  const paypal: PaypalLine & Payee = {
    base: options.base,
    tokens: createTokens({ ...options, outside }),
    outside,
    report: options.report ?? (() => undefined),
    merchantId: options.merchantId ?? null,
  };
  const rules: WebhookRules = {
    webhookId: options.webhookId,
    certificates: createCertificates(
      {
        origins: options.certOrigins,
        rootPem: options.certRootPem,
        commonName: options.certCn,
      },
      outside,
    ),
  };
  return {
    provider: 'paypal',
    canCharge,
    open: (input) => createOrder(paypal, input),
    submit: ({ attempt }) => captureOrder(paypal, attempt),
    query: (attempt) => queryOrder(paypal, attempt),
    refund: (input) => refund(paypal, input),
    queryRefund: (input) => queryRefund(paypal, input),
    findRefund: (input) => findRefund(paypal, input),
    queryCapture: (payment) => queryCapture(paypal, payment),
    statement: (from, to) => searchTransactions(paypal, from, to),
    verifyNotification: (rawBody, headers) => verify(paypal, rules, rawBody, headers),
    readNotification: (rawBody) => readEvent(rawBody, paypal),
    ack: { body: '{}', contentType: 'application/json' },
    close: async () => undefined,
  };
}

async function verify(
  paypal: PaypalLine & Payee,
  rules: WebhookRules,
  rawBody: Buffer,
  headers: WebhookHeaders,
): Promise<VerifiedNotification> {
  const verdict = await verifyWebhook(paypal, rules, rawBody, headers);
  if (verdict.kind !== 'genuine') return verdict;
  return { kind: 'verified', notification: readEvent(rawBody, paypal) ?? unreadableEvent(rawBody) };
}
