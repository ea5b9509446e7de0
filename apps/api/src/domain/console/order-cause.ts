import type { DisputeState } from '@webpay/contract/money-back';
import type {
  AttemptState,
  DeliveryState,
  OrderReason,
  OrderState,
} from '@webpay/contract/order-states';

/**
 * The states of an order's rows that its cause and badges follow from. Sums are minor units of `currency` and belong to the
 * payment that bought the goods, not to an overpayment.
 */
export type OrderStates = {
  readonly state: OrderState;
  readonly reason: OrderReason | null;
  /** State of the newest attempt; null: no payment was started. */
  readonly attempt: AttemptState | null;
  /** The newest resend that is neither refused nor cancelled, otherwise the delivery; null: neither. */
  readonly mail: {
    readonly state: DeliveryState;
    readonly reason: 'mailbox_full' | 'maintenance' | 'error' | null;
    /** `held_since` is set; it is set for a parked mail, too. */
    readonly isHeld: boolean;
    /** `parked_at` is set and the mail has not ended. */
    readonly isParked: boolean;
  } | null;
  readonly currency: string;
  readonly captured: number;
  readonly reserved: number;
  readonly refunded: number;
  readonly lost: number;
  /** A refund of this payment was refused and has no successor (IS_REFUSED of refunds/queries.ts). */
  readonly isRefundRefused: boolean;
  /** A payment with a refund `double_payment` has captured money that is neither back nor lost. */
  readonly hasOverpayment: boolean;
  /** Captured money of overpayments, whatever became of it. */
  readonly hadOverpayment: boolean;
  readonly disputes: readonly DisputeState[];
  /** Unsettled gateway messages about its payments. */
  readonly quarantined: number;
};

/** Causes that a player's answer tells apart; explain-order.ts refines them for operators. */
export const CAUSES = [
  'not_paid',
  'bank_asks',
  'unresolved',
  'processing',
  'declined_funds',
  'declined',
  'cancelled',
  'payment_error',
  'expired',
  'mail_queued',
  'mail_retrying_full',
  'mail_retrying_maintenance',
  'mail_retrying',
  'mail_parked',
  'mail_held',
  'delivered',
  'not_given_owed',
  'refund_on_its_way',
  'refund_refused',
  'part_refunded',
  'refunded',
  'disputed',
  'chargeback',
  'overpayment',
  'quarantined',
] as const;
export type Cause = (typeof CAUSES)[number];

/** The one cause to tell first: an open dispute, then money that must go back, then mail or payment. */
export function causeOf(order: OrderStates): Cause {
  const { state, mail } = order;
  const isMailWaiting = mail?.state === 'queued' || mail?.state === 'retrying';
  if (order.disputes.includes('open')) {
    return isMailWaiting && mail.isHeld && !mail.isParked ? 'mail_held' : 'disputed';
  }
  if (order.hasOverpayment) return 'overpayment';
  if (state === 'refunded') return order.reason === 'chargeback' ? 'chargeback' : 'refunded';
  if (state === 'success') return causeOfPaid(order);
  if (order.quarantined > 0) return 'quarantined';
  // A payment that came too late and went back: never told as "nothing was charged".
  if (order.hadOverpayment || order.captured > 0) return 'refunded';
  return causeOfUnpaid(order);
}

function causeOfPaid(order: OrderStates): Cause {
  const { mail, captured, reserved, refunded, lost } = order;
  const left = captured - reserved - refunded - lost;
  if (order.isRefundRefused && left > 0) return 'refund_refused';
  if (mail === null) return reserved > 0 ? 'refund_on_its_way' : 'mail_queued';
  if (mail.isParked) return 'mail_parked';
  switch (mail.state) {
    case 'rejected':
    case 'cancelled':
      if (reserved > 0) return 'refund_on_its_way';
      if (left > 0) return 'not_given_owed';
      return lost > 0 ? 'chargeback' : 'refunded';
    case 'queued':
      return mail.isHeld ? 'mail_held' : 'mail_queued';
    case 'retrying':
      if (mail.isHeld) return 'mail_held';
      if (mail.reason === 'mailbox_full') return 'mail_retrying_full';
      return mail.reason === 'maintenance' ? 'mail_retrying_maintenance' : 'mail_retrying';
    case 'delivered':
      if (reserved > 0) return 'refund_on_its_way';
      if (lost > 0) return 'chargeback';
      return refunded > 0 ? 'part_refunded' : 'delivered';
  }
}

function causeOfUnpaid({ state, reason, attempt }: OrderStates): Cause {
  switch (state) {
    case 'waiting':
      if (reason === 'action') return 'bank_asks';
      return attempt === 'UNKNOWN' ? 'unresolved' : 'processing';
    case 'failed':
      if (reason === 'insufficient_balance') return 'declined_funds';
      if (reason === 'declined' || reason === 'cancelled') return reason;
      return 'payment_error';
    case 'timeout':
      return 'expired';
    case 'open':
    case 'success':
    case 'refunded':
      return 'not_paid';
  }
}
