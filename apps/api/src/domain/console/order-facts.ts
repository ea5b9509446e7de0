import type { DisputeState, RefundState } from '@webpay/contract/money-back';
import type { AttemptState, DeliveryState } from '@webpay/contract/order-states';
import type { OrderStates } from './order-cause.ts';

/**
 * The facts of one order that its explanation, track, money and numbers are made of. Times are ms of the shop's clock; sums
 * are minor units.
 */
export type OrderFacts = {
  readonly now: number;
  readonly states: OrderStates;
  readonly order: {
    readonly id: string;
    readonly project: string;
    readonly total: number;
    readonly currency: string;
    readonly createdAt: number;
    readonly expiresAt: number;
    readonly paidAt: number | null;
    /** Buyer's character when the order was made. */
    readonly name: string;
    readonly server: string;
    readonly serverId: string;
    readonly cid: string;
    /** Number of the buyer's row. */
    readonly playerId: string;
    readonly flaggedSince: number | null;
  };
  /** In their order. */
  readonly payments: readonly Payment[];
  /** Delivery first, then resends in their order. */
  readonly mails: readonly Mail[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
  /** Unsettled gateway messages. */
  readonly quarantined: readonly Quarantined[];
  /** Captured money that bought nothing, with no refund on its way. */
  readonly owed: readonly Owed[];
  readonly requests: readonly Request[];
};

export type Provider = 'payermax' | 'paypal';

export type Payment = {
  readonly id: string;
  readonly provider: Provider;
  /** Channel with the card's last digits, for example "Visa ••1111". */
  readonly method: string;
  readonly state: AttemptState;
  /** Paid with a number, in a shop or at a bank. */
  readonly hasCode: boolean;
  readonly currency: string;
  readonly amount: number;
  readonly captured: number;
  readonly reserved: number;
  readonly refunded: number;
  readonly lost: number;
  readonly isOverpayment: boolean;
  readonly createdAt: number;
  /** Pay was pressed. */
  readonly submittedAt: number | null;
  readonly unresolvedSince: number | null;
  readonly queries: number;
  readonly nextQueryAt: number | null;
  /** Next query of an ended attempt that its gateway can still take money for. */
  readonly lateQueryAt: number | null;
  readonly payableUntil: number | null;
  readonly gatewayRef: string | null;
  readonly captureRef: string | null;
  /** Its merchant, where the configuration has no account of it any more. */
  readonly missingMerchant?: string | null;
};

export type Mail = {
  readonly id: string;
  readonly kind: 'purchase' | 'resend';
  readonly state: DeliveryState;
  readonly reason: 'mailbox_full' | 'maintenance' | 'error' | null;
  readonly name: string;
  readonly server: string;
  readonly attempts: number;
  readonly nextAt: number | null;
  readonly giveUpAt: number | null;
  readonly heldSince: number | null;
  readonly parkedAt: number | null;
  /** An attempt ended without an answer. */
  readonly isMaybeGiven: boolean;
  /** Words of the game at its last refusal. */
  readonly why: string | null;
  /** The game's own number; null: it never confirmed the mail. */
  readonly mailId: string | null;
  readonly createdAt: number;
  /** Last change. */
  readonly at: number;
  /** Resend that the game refused and that waits for a decision. */
  readonly isToDecide: boolean;
  /** The request that a resend answers. */
  readonly requestId: string | null;
};

export type Refund = {
  readonly id: string;
  readonly attemptId: string;
  readonly provider: Provider;
  readonly isOverpayment: boolean;
  readonly state: RefundState;
  readonly amount: number;
  readonly currency: string;
  readonly reason: 'double_payment' | 'not_deliverable' | 'resolution' | 'operator' | 'external';
  readonly failure: string | null;
  readonly gatewayRef: string | null;
  /** The bank's number of a payment outside the gateway; null: the gateway pays it. */
  readonly bankNumber: string | null;
  readonly nextAt: number | null;
  readonly sentAt: number | null;
  readonly createdAt: number;
  readonly at: number;
  /** Next attempt by the shop itself after a refusal. */
  readonly retryAt: number | null;
  /** Refused, without a successor, and money is left. */
  readonly isRefused: boolean;
};

export type Dispute = {
  readonly id: string;
  readonly provider: Provider;
  readonly attemptId: string;
  readonly kind: 'chargeback' | 'dispute' | 'fraud' | 'complaint' | 'reversal';
  readonly state: DisputeState;
  readonly stage: string;
  readonly reasonCode: string | null;
  readonly outcome: string | null;
  readonly currency: string;
  readonly claimed: number;
  readonly lost: number;
  readonly openedAt: number;
  readonly endedAt: number | null;
  /** In the gateway's own form. */
  readonly answerBy: string | null;
};

export type Quarantined = {
  readonly id: number;
  readonly provider: string;
  readonly attemptId: string;
  readonly reason: string;
  readonly at: number;
  /** Sum that the message names; null: none. */
  readonly told: { readonly minor: number; readonly currency: string } | null;
};

export type Owed = {
  readonly attemptId: string;
  readonly minor: number;
  readonly currency: string;
  /** Refused refund that is sent again first. */
  readonly refused: string | null;
};

export type Request = {
  readonly id: string;
  readonly kind: 'refund' | 'wrong_recharge';
  readonly state: 'open' | 'approved' | 'rejected';
  readonly text: string;
  readonly because: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
};

/** The payment that bought the goods, else the newest one; null: none was started. */
export function mainPayment({ payments }: Pick<OrderFacts, 'payments'>): Payment | null {
  const paid = payments.find(({ state, isOverpayment }) => state === 'SUCCEEDED' && !isOverpayment);
  return paid ?? payments.at(-1) ?? null;
}

/** The newest resend that is neither refused nor cancelled, else the delivery; null: neither. */
export function mainMail({ mails }: Pick<OrderFacts, 'mails'>): Mail | null {
  const resend = mails.findLast(
    ({ kind, state }) => kind === 'resend' && state !== 'rejected' && state !== 'cancelled',
  );
  return resend ?? mails.find(({ kind }) => kind === 'purchase') ?? null;
}

/** Money of a payment that is neither back, on its way back, nor lost. */
export function leftOf({ captured, reserved, refunded, lost }: Payment): number {
  return captured - reserved - refunded - lost;
}
