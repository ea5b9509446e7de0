import type { Paypal } from './paypal.ts';
import type { Capture, Kept, Order, Refund } from './records.ts';
import { accountOf, type OfAccount } from '../account.ts';
import { CUSTOMER_ID, MERCHANTS, PAYER } from './merchant.ts';
import { minorOf, valueOf } from './amounts.ts';

type Json = Readonly<Record<string, unknown>>;

export function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function approveUrl(paypal: Paypal, order: Order): string {
  const base = `${paypal.ctx.publicUrl()}/paypal`;
  return order.local ? `${base}/local/${order.id}` : `${base}/checkoutnow?token=${order.id}`;
}

function payeeOf(row: OfAccount): Json {
  const { email, merchantId } = MERCHANTS[accountOf(row)];
  return { email_address: email, merchant_id: merchantId };
}

/** The minimal representation, without amounts. */
export function orderInShort(paypal: Paypal, order: Order): Json {
  return {
    id: order.id,
    status: order.status,
    ...(order.hasSource ? { payment_source: sourceOf(order, false) } : {}),
    links: orderLinks(paypal, order),
  };
}

export function orderInFull(paypal: Paypal, order: Order): Json {
  const isApproved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(order.hasSource ? { payment_source: sourceOf(order, isApproved) } : {}),
    ...(order.local ? { processing_instruction: 'ORDER_COMPLETE_ON_PAYMENT_APPROVAL' } : {}),
    purchase_units: [purchaseUnit(paypal, order)],
    ...(isApproved ? { payer: PAYER } : {}),
    create_time: time(order.createdAt),
    update_time: time(order.updatedAt),
    links: orderLinks(paypal, order),
  };
}

function sourceOf({ local, keeps, vaultId }: Order, isApproved: boolean): Json {
  if (local) return { [local.source]: { name: local.name, country_code: local.country } };
  if (!isApproved) return { paypal: {} };
  return {
    paypal: {
      email_address: PAYER.email_address,
      account_id: PAYER.payer_id,
      account_status: 'VERIFIED',
      name: PAYER.name,
      address: PAYER.address,
      ...(keeps === 'approved' && { attributes: { vault: { status: 'APPROVED' } } }),
      ...(keeps === 'vaulted' && {
        attributes: {
          vault: { id: vaultId, status: 'VAULTED', customer: { id: CUSTOMER_ID } },
        },
      }),
    },
  };
}

function purchaseUnit(paypal: Paypal, order: Order): Json {
  const capture = order.captureId === null ? undefined : paypal.captures.get(order.captureId);
  const refunds = [...(capture ? refundsOf(paypal, capture) : [])];
  return {
    reference_id: order.referenceId,
    amount: { currency_code: order.currency, value: order.value },
    payee: payeeOf(order),
    ...given({
      description: order.description,
      custom_id: order.customId,
      invoice_id: order.invoiceId,
    }),
    ...(capture
      ? {
          payments: {
            captures: [captureInFull(paypal, capture)],
            ...(refunds.length > 0
              ? { refunds: refunds.map((refund) => refundInFull(paypal, refund)) }
              : {}),
          },
        }
      : {}),
  };
}

function refundsOf(paypal: Paypal, capture: Capture): Refund[] {
  return (paypal.refundsOfCapture.get(capture.id) ?? []).flatMap(
    (id) => paypal.refunds.get(id) ?? [],
  );
}

export function captureInFull(paypal: Paypal, capture: Capture): Json {
  const money = (value: string): Json => ({ currency_code: capture.currency, value });
  const fee = feeOf(capture);
  const net = minorOf(capture.value, capture.currency) - minorOf(fee, capture.currency);
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason === null ? {} : { status_details: { reason: capture.reason } }),
    amount: money(capture.value),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(capture.completedAt === null
      ? {}
      : {
          seller_receivable_breakdown: {
            gross_amount: money(capture.value),
            paypal_fee: money(fee),
            net_amount: money(valueOf(net, capture.currency)),
          },
        }),
    ...given({ custom_id: capture.customId, invoice_id: capture.invoiceId }),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    payee: payeeOf(capture),
    create_time: time(capture.createdAt),
    update_time: time(capture.updatedAt),
    links: [
      link(paypal, `/v2/payments/captures/${capture.id}`, 'self', 'GET'),
      link(paypal, `/v2/payments/captures/${capture.id}/refund`, 'refund', 'POST'),
      link(paypal, `/v2/checkout/orders/${capture.orderId}`, 'up', 'GET'),
    ],
  };
}

/** A kept wallet with its payer. */
export function tokenInFull({ id, customerId, orderId }: Kept): Json {
  const { email_address, payer_id: account_id, name } = PAYER;
  return {
    id,
    customer: { id: customerId },
    payment_source: { paypal: { email_address, account_id, name } },
    metadata: { order_id: orderId },
  };
}

export function feeOf({ value, currency }: Pick<Capture, 'value' | 'currency'>): string {
  const minor = minorOf(value, currency);
  return valueOf(Math.min(minor, Math.round(minor * 0.0349) + minorOf('0.49', currency)), currency);
}

export function refundInShort(paypal: Paypal, refund: Refund): Json {
  return { id: refund.id, status: refund.status, links: refundLinks(paypal, refund) };
}

export function refundInFull(paypal: Paypal, refund: Refund): Json {
  const money = (value: string): Json => ({ currency_code: refund.currency, value });
  return {
    id: refund.id,
    amount: money(refund.value),
    ...given({
      custom_id: refund.customId,
      invoice_id: refund.invoiceId,
      note_to_payer: refund.note,
    }),
    seller_payable_breakdown: {
      gross_amount: money(refund.value),
      total_refunded_amount: money(refund.totalRefunded),
    },
    status: refund.status,
    create_time: time(refund.createdAt),
    update_time: time(refund.createdAt),
    links: refundLinks(paypal, refund),
  };
}

function orderLinks(paypal: Paypal, order: Order): Json[] {
  const self = `/v2/checkout/orders/${order.id}`;
  const open = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED';
  return [
    link(paypal, self, 'self', 'GET'),
    ...(open
      ? [
          {
            href: approveUrl(paypal, order),
            rel: order.hasSource ? 'payer-action' : 'approve',
            method: 'GET',
          },
        ]
      : []),
    ...(order.status === 'APPROVED' ? [link(paypal, `${self}/capture`, 'capture', 'POST')] : []),
  ];
}

function refundLinks(paypal: Paypal, refund: Refund): Json[] {
  return [
    link(paypal, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
    link(paypal, `/v2/payments/captures/${refund.captureId}`, 'up', 'GET'),
  ];
}

export function link(paypal: Paypal, path: string, rel: string, method: string): Json {
  return { href: `${paypal.ctx.publicUrl()}/paypal${path}`, rel, method };
}

function given(fields: Readonly<Record<string, string | null>>): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
