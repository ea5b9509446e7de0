import { accountOf } from '../account.ts';
import type { Change } from '../store.ts';
import { paypalId } from '../ids.ts';
import type { Capture, Order } from './records.ts';
import { unprocessable, type PaypalError } from './errors.ts';
import { notifyCapture } from './events.ts';
import { noteRefusal, noteResource } from './idempotency.ts';
import { reversalJob } from './approve.ts';
import type { Paypal } from './paypal.ts';
import { approveUrl } from './show.ts';
import { keepWallet } from './vault.ts';

const ECHECK_TAKES_MS = 3_000;

/** Captures the approved amount. @returns the order with its capture */
export function captureOrder(
  paypal: Paypal,
  order: Order,
  key: string | null,
): Order | PaypalError {
  const { store, jobs } = paypal.ctx;
  const refused = whyNot(paypal, order);
  if (refused) {
    store.commit([...noteRefusal(paypal, key, refused), ...backToPayer(paypal, order, refused)]);
    return refused;
  }
  const isCheck = order.funding === 'echeck';
  const { completed, capture, changes } = completeOrder(paypal, order, {
    status: isCheck ? 'PENDING' : 'COMPLETED',
    reason: isCheck ? 'ECHECK' : null,
  });
  const clearsAt = Date.now() + ECHECK_TAKES_MS;
  store.commit([
    ...changes,
    ...noteResource(paypal, key, order.id),
    ...(isCheck ? [jobs.add('paypal.clear', clearsAt, { id: capture.id })] : []),
    ...notifyCapture(paypal, capture),
  ]);
  return completed;
}

/** An order with its only capture. */
export function completeOrder(
  paypal: Paypal,
  order: Order,
  made: Pick<Capture, 'status' | 'reason'> & Partial<Pick<Capture, 'value'>>,
): { readonly completed: Order; readonly capture: Capture; readonly changes: Change[] } {
  const now = Date.now();
  const capture: Capture = {
    account: accountOf(order),
    id: paypalId(),
    orderId: order.id,
    invoiceId: order.invoiceId,
    customId: order.customId,
    currency: order.currency,
    value: order.value,
    refundedMinor: 0,
    isDisputed: false,
    createdAt: now,
    updatedAt: now,
    completedAt: made.status === 'COMPLETED' ? now : null,
    ...made,
  };
  const paid: Order = { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now };
  const { completed, changes: kept } = keepWallet(paypal, paid);
  const changes = [
    ...kept,
    paypal.orders.put(order.id, completed),
    paypal.captures.put(capture.id, capture),
    paypal.ctx.jobs.remove(reversalJob(order.id)),
  ];
  return { completed, capture, changes };
}

function whyNot(paypal: Paypal, order: Order): PaypalError | undefined {
  switch (order.status) {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED':
      return { ...unprocessable('ORDER_NOT_APPROVED'), payerAction: approveUrl(paypal, order) };
    case 'COMPLETED':
      return unprocessable('ORDER_ALREADY_CAPTURED');
    case 'VOIDED':
      return unprocessable('ORDER_COMPLETED_OR_VOIDED');
    case 'APPROVED':
  }
  if (order.invoiceId !== null && paypal.captureOfInvoice.has(order.invoiceId)) {
    return unprocessable('DUPLICATE_INVOICE_ID');
  }
  if (order.funding === 'declined') {
    return { ...unprocessable('INSTRUMENT_DECLINED'), payerAction: approveUrl(paypal, order) };
  }
  return undefined;
}

/** After a declined instrument the payer may choose another for the same order. */
function backToPayer(paypal: Paypal, order: Order, refused: PaypalError): Change[] {
  if (refused.issue !== 'INSTRUMENT_DECLINED') return [];
  const status = order.hasSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
  return [
    paypal.orders.put(order.id, { ...order, status, funding: 'balance', updatedAt: Date.now() }),
    paypal.ctx.jobs.remove(reversalJob(order.id)),
  ];
}

export function clearCapture(paypal: Paypal, capture: Capture): Change[] {
  if (capture.status !== 'PENDING') return [];
  const now = Date.now();
  const cleared: Capture = {
    ...capture,
    status: 'COMPLETED',
    reason: null,
    updatedAt: now,
    completedAt: now,
  };
  return [paypal.captures.put(capture.id, cleared), ...notifyCapture(paypal, cleared)];
}
