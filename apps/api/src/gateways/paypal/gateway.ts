import { REAL_OUTSIDE, type Outside } from '../../platform/http-client/exchange.ts';
import type { Gateway } from '../port.ts';
import { unreadable } from '../unreadable.ts';
import type { Paypal } from './call.ts';
import { queryCapture } from './capture.ts';
import { createCertificates } from './certificates.ts';
import { readEvent, withoutPayer } from './event.ts';
import { createLocalOrder } from './local-order.ts';
import { createLostPayments } from './lost-payments.ts';
import { canCharge } from './money.ts';
import { captureOrder, createOrder, queryOrder } from './orders.ts';
import { findOneTap, payWithVault, queryNamedOrder } from './one-tap.ts';
import { findRefund, queryRefund, refund } from './refund.ts';
import { searchTransactions } from './statement.ts';
import { createTokens } from './tokens.ts';
import { walletVault } from './vault.ts';
import { createWebhookRules, verifyWebhook } from './webhook.ts';

export type PaypalOptions = {
  readonly base: string;
  readonly clientId: string;
  readonly secret: string;
  readonly secondSecret?: string | null;
  readonly countSecondKey?: (name: string) => void;
  readonly webhookId: string;
  readonly certOrigins: readonly string[];
  readonly certRootPem: string | null;
  readonly certCn: string;
  /** Our account; without it, only the webhook id in the signature marks an event as ours. */
  readonly merchantId?: string | null;
  readonly report?: Paypal['report'];
  readonly outside?: Outside;
};

/** The PayPal wallet, and local methods through PayPal. Caches an access token and the webhooks' certificates. */
export function createPaypalGateway(options: PaypalOptions): Gateway {
  const { base, webhookId, outside = REAL_OUTSIDE } = options;
  const { merchantId = null, report = () => undefined } = options;
  const tokens = createTokens({ ...options, outside });
  const paypal: Paypal = { base, merchantId, tokens, outside, report };
  const lost = createLostPayments(paypal);
  const rules = createWebhookRules(webhookId, createCertificates(options, outside), outside);
  return {
    provider: 'paypal',
    canCharge,
    open: (input) => createOrder(paypal, input),
    submit: async ({ instrument, ...input }) => {
      if (instrument.kind === 'saved') return payWithVault(paypal, input, instrument.token);
      return instrument.kind === 'local'
        ? createLocalOrder(paypal, input, instrument)
        : captureOrder(paypal, input.attempt);
    },
    query: (attempt, namedRef = null) => {
      if (attempt.gatewayRef !== null) return queryOrder(paypal, attempt);
      if (namedRef !== null) return queryNamedOrder(paypal, attempt, namedRef);
      return attempt.requestedAtMs === undefined
        ? queryOrder(paypal, attempt)
        : findOneTap(paypal, lost, attempt, attempt.requestedAtMs);
    },
    refund: (input) => refund(paypal, input),
    queryRefund: (input) => queryRefund(paypal, input),
    findRefund: (input) => findRefund(paypal, input),
    queryCapture: (payment) => queryCapture(paypal, payment),
    cards: walletVault(paypal),
    statement: (from, to) => searchTransactions(paypal, from, to),
    verifyNotification: async (rawBody, headers) => {
      const verdict = await verifyWebhook(paypal, rules, rawBody, headers);
      if (verdict.kind !== 'genuine') return verdict;
      const notification = readEvent(rawBody, paypal) ?? unreadable(rawBody);
      return { ...verdict, kind: 'verified', notification, kept: withoutPayer(rawBody) };
    },
    readNotification: (rawBody) => readEvent(rawBody, paypal),
    ack: { body: '{}', contentType: 'application/json' },
  };
}
