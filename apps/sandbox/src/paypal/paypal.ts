import type { Ctx } from '../sandbox.ts';
import type { Table } from '../store.ts';
import type { Webhooks } from '../webhooks.ts';
import { clearCapture } from './capture-order.ts';
import { reverseApproval } from './approve.ts';
import { captureItself } from './local-page.ts';
import { createEventSender } from './events.ts';
import { keepLater, type VaultMode } from './vault.ts';
import type { Capture, Dispute, Kept, Order, Refund, SentEvent } from './records.ts';
import type { FirstResult } from './idempotency.ts';

export type Paypal = {
  readonly ctx: Ctx;
  readonly orders: Table<Order>;
  readonly captures: Table<Capture>;
  readonly refunds: Table<Refund>;
  readonly events: Table<SentEvent>;
  readonly disputes: Table<Dispute>;
  readonly kept: Table<Kept>;
  /** How the account's vault behaves: one row, `vault`. */
  readonly vaultMode: Table<VaultMode>;
  readonly firstResults: Table<FirstResult>;
  /** Invoice id → capture; an invoice id is captured once. */
  readonly captureOfInvoice: ReadonlyMap<string, string>;
  readonly refundOfInvoice: ReadonlyMap<string, string>;
  readonly refundsOfCapture: ReadonlyMap<string, readonly string[]>;
  /** Request ids under way. */
  readonly inFlight: Set<string>;
  readonly webhooks: Webhooks;
};

/** The gateway's data and its timed jobs. */
export function createPaypal(ctx: Ctx): Paypal {
  const { store, jobs } = ctx;
  const captureOfInvoice = new Map<string, string>();
  const refundOfInvoice = new Map<string, string>();
  const refundsOfCapture = new Map<string, string[]>();
  const events = store.table<SentEvent>('paypal.event');

  const paypal: Paypal = {
    ctx,
    captureOfInvoice,
    refundOfInvoice,
    refundsOfCapture,
    events,
    inFlight: new Set(),
    orders: store.table<Order>('paypal.order'),
    captures: store.table<Capture>('paypal.capture', (id, capture) => {
      if (capture?.invoiceId) captureOfInvoice.set(capture.invoiceId, id);
    }),
    refunds: store.table<Refund>('paypal.refund', (id, refund, before) => {
      if (!refund || before) return;
      if (refund.invoiceId !== null) refundOfInvoice.set(refund.invoiceId, id);
      const others = refundsOfCapture.get(refund.captureId) ?? [];
      refundsOfCapture.set(refund.captureId, [...others, id]);
    }),
    disputes: store.table<Dispute>('paypal.dispute'),
    kept: store.table<Kept>('paypal.kept'),
    vaultMode: store.table<VaultMode>('paypal.vault'),
    firstResults: store.table<FirstResult>('paypal.request'),
    webhooks: createEventSender(ctx, events),
  };

  jobs.handleRow('paypal.clear', paypal.captures, (capture) => clearCapture(paypal, capture));
  jobs.handleRow('paypal.completes', paypal.orders, (order) => captureItself(paypal, order));
  jobs.handleRow('paypal.reverse', paypal.orders, (order) => reverseApproval(paypal, order));
  jobs.handleRow('paypal.keep', paypal.orders, (order) => keepLater(paypal, order));
  return paypal;
}
