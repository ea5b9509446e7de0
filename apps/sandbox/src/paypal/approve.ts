import type { Change } from '../store.ts';
import type { Funding, Order } from './records.ts';
import { notifyOrder } from './events.ts';
import { PAYER } from './merchant.ts';
import type { Paypal } from './paypal.ts';

/** An approval without a capture expires. */
const APPROVAL_LASTS_MS = 3 * 3_600_000;

export const FUNDINGS: readonly Funding[] = ['balance', 'declined', 'echeck'];

export function reversalJob(orderId: string): string {
  return `reverse:${orderId}`;
}

/** The payer approves; idempotent. @returns the order's new state, or the refusal */
export function approveOrder(paypal: Paypal, order: Order, funding: Funding): Order | string {
  if (order.status === 'APPROVED' && order.funding === funding) return order;
  if (order.status === 'COMPLETED') return 'the order is paid already';
  if (order.status === 'VOIDED') return 'the order is over';
  const now = Date.now();
  const approved: Order = { ...order, status: 'APPROVED', funding, updatedAt: now };
  const { store, jobs } = paypal.ctx;
  store.commit([
    paypal.orders.put(order.id, approved),
    jobs.add('paypal.reverse', now + APPROVAL_LASTS_MS, { id: order.id }, reversalJob(order.id)),
    ...notifyOrder(paypal, approved, 'CHECKOUT.ORDER.APPROVED'),
  ]);
  return approved;
}

export function reverseApproval(paypal: Paypal, order: Order): Change[] {
  if (order.status !== 'APPROVED') return [];
  const voided: Order = { ...order, status: 'VOIDED', updatedAt: Date.now() };
  return [
    paypal.orders.put(order.id, voided),
    ...notifyOrder(paypal, voided, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED'),
  ];
}

/** Return address after the payer's decision; null when the shop named none. */
export function returnUrl(order: Order, isApproved: boolean): string | null {
  const base = isApproved ? order.returnUrl : order.cancelUrl;
  if (base === null) return null;
  const url = new URL(base);
  url.searchParams.set('token', order.id);
  if (isApproved) url.searchParams.set('PayerID', PAYER.payer_id);
  return url.href;
}
