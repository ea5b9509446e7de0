import type { OrderEntry } from '@webpay/contract/calls';
import { RETRY_DAYS_MS, whyDelayed } from '../../features/checkout/result/delivery-steps.ts';
import { latePayment } from '../../features/checkout/result/result-view.ts';
import type { MessageId } from '../../i18n/text.tsx';
import type { Tone } from '../../ui/tone/tone.ts';
import { unreachable } from '../../browser/unreachable.ts';

/** Texts of an order's card: a coloured state and one quiet line. */
export type OrderStatus = {
  readonly chip: MessageId;
  readonly tone: Tone | 'quiet';
  readonly line:
    | { readonly kind: 'text'; readonly id: MessageId }
    | { readonly kind: 'none' }
    /** A late payment is returned, or was. */
    | { readonly kind: 'late'; readonly id: MessageId }
    | { readonly kind: 'countdown' };
};

const text = (id: MessageId): OrderStatus['line'] => ({ kind: 'text', id });

const UNPAID: OrderStatus = {
  chip: 'orders.unpaid',
  tone: 'quiet',
  line: text('payment.not_charged'),
};

/** The chip says all of it. */
const DECLINED: OrderStatus = { chip: 'orders.declined', tone: 'err', line: { kind: 'none' } };

type OrderFields = Pick<
  OrderEntry,
  | 'state'
  | 'reason'
  | 'delivery'
  | 'created_at'
  | 'expires_at'
  | 'surplus'
  | 'has_code'
  | 'timed_out'
>;

/** Maps S08 to a state text and a line (contract §4). */
export function orderStatus(order: OrderFields, nowMs: number): OrderStatus {
  const isPayable = order.expires_at > nowMs;
  const late = latePayment(order);
  if (late !== null) {
    return late.back_at === null
      ? {
          chip: 'orders.going_back',
          tone: 'warn',
          line: { kind: 'late', id: 'orders.refund_started' },
        }
      : { chip: 'orders.refunded', tone: 'gold', line: { kind: 'late', id: 'result.refunded' } };
  }
  switch (order.state) {
    case 'success':
      return deliveryStatus(order, nowMs);
    case 'refunded':
      return { chip: 'orders.refunded', tone: 'gold', line: text('result.refunded_on') };
    case 'waiting':
      if (order.has_code)
        return { chip: 'orders.waiting', tone: 'warn', line: text('pending.code') };
      return order.reason === 'action'
        ? { chip: 'orders.confirm', tone: 'warn', line: text('result.action') }
        : { chip: 'orders.waiting', tone: 'accent', line: text('result.waiting_text') };
    case 'open':
      if (!isPayable) return UNPAID;
      return { ...UNPAID, tone: 'warn', line: { kind: 'countdown' } };
    case 'failed':
      if (order.reason === 'declined') return DECLINED;
      if (!isPayable) return UNPAID;
      return { ...UNPAID, tone: 'err', line: text(whyFailed(order)) };
    case 'timeout':
      return UNPAID;
    default:
      return unreachable(order.state, 'order state');
  }
}

function deliveryStatus(
  { delivery, created_at }: Pick<OrderFields, 'delivery' | 'created_at'>,
  nowMs: number,
): OrderStatus {
  switch (delivery.state) {
    case 'delivered':
      return { chip: 'orders.delivered', tone: 'ok', line: { kind: 'none' } };
    case 'retrying': {
      const isOver = nowMs >= created_at + RETRY_DAYS_MS;
      const line = text(whyDelayed(delivery.reason, isOver));
      return { chip: 'orders.delayed', tone: 'warn', line };
    }
    case 'rejected':
    case 'cancelled':
      return { chip: 'orders.going_back', tone: 'warn', line: text('result.rejected') };
    case 'none':
    case 'queued':
      return { chip: 'orders.on_its_way', tone: 'accent', line: text('result.step_sending_text') };
    default:
      return unreachable(delivery.state, 'delivery state');
  }
}

function whyFailed({ reason, timed_out }: OrderFields): MessageId {
  switch (reason) {
    case 'insufficient_balance':
      return 'result.insufficient';
    case 'cancelled':
      return 'result.cancelled';
    default:
      return timed_out ? 'result.timeout' : 'result.error';
  }
}

export type Filter = 'all' | 'waiting' | 'refunds';

/** Chips of the list: payments without an answer, and money that goes or went back. */
export function isIn(order: OrderFields & Pick<OrderEntry, 'refunded'>, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'waiting':
      return order.state === 'waiting';
    case 'refunds':
      return (
        order.state === 'refunded' ||
        order.refunded !== undefined ||
        order.surplus.length > 0 ||
        order.delivery.state === 'rejected' ||
        order.delivery.state === 'cancelled'
      );
    default:
      return unreachable(filter, 'filter');
  }
}

/** True when a refresh can show something else. */
export function mayChange(order: OrderFields, nowMs: number): boolean {
  if (order.surplus.some((each) => each.back_at === null)) return true;
  switch (order.state) {
    case 'open':
      return order.expires_at > nowMs;
    case 'waiting':
      return true;
    case 'success':
      return order.delivery.state !== 'delivered' && order.delivery.state !== 'cancelled';
    case 'failed':
    case 'timeout':
    case 'refunded':
      return false;
    default:
      return unreachable(order.state, 'order state');
  }
}
