import type { OfAccount } from '../account.ts';
import type { Card } from './cards.ts';
import type { LocalMethod } from './local-methods.ts';

export type TradeStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'CLOSED';

/** One payment at PayerMax; its id is the merchant's number in lower case. */
export type Trade = OfAccount & {
  readonly outTradeNo: string;
  readonly tradeToken: string;
  readonly totalAmount: number;
  readonly currency: string;
  readonly country: string;
  readonly userId: string;
  readonly subject: string;
  readonly reference: string | null;
  readonly notifyUrl: string;
  readonly frontCallbackUrl: string;
  /** Null: paid by a local method. */
  readonly card: Card | null;
  readonly local: LocalMethod | null;
  readonly status: TradeStatus;
  /** Set when the trade failed or was closed. */
  readonly resultCode: string | null;
  readonly resultMsg: string | null;
  /** The page where the payer confirms, of the card's bank or of the local method; the number of a voucher. */
  readonly challengeId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly completedAt: number | null;
  /** The payer agreed that the card is kept. */
  readonly isKept?: boolean;
  /** The kept card that paid, or that this payment made. */
  readonly paymentTokenID?: string;
  readonly refundedMinor: number;
  /** PayerMax processes one refund of an order at a time. */
  readonly refundInWork: string | null;
  readonly caseState: 'none' | 'open' | 'won' | 'lost';
};

export type RefundStatus = 'REFUND_PENDING' | 'REFUND_SUCCESS' | 'REFUND_FAILED';

export type Refund = OfAccount & {
  readonly outRefundNo: string;
  readonly refundTradeNo: string;
  readonly outTradeNo: string;
  readonly refundAmount: number;
  readonly refundCurrency: string;
  readonly notifyUrl: string;
  readonly status: RefundStatus;
  readonly createdAt: number;
  readonly finishedAt: number | null;
};

export type Session = OfAccount & {
  readonly clientKey: string;
  readonly sessionKey: string;
  readonly totalAmount: string | null;
  readonly currency: string;
  readonly country: string;
  readonly userId: string;
  /** The form asks whether the card is kept. */
  readonly tokenForFutureUse?: boolean;
  readonly expiresAt: number;
};

/** Token from the card form: one card, for one session, once. */
export type PaymentToken = {
  readonly sessionKey: string;
  readonly card: Card;
  readonly agreementAccepted?: boolean;
  readonly expiresAt: number;
};

/** A card that a payer keeps here, by its `paymentTokenID`. */
export type KeptCard = OfAccount & {
  readonly paymentTokenID: string;
  readonly userId: string;
  readonly card: Card;
  readonly status: 'Activated' | 'Expired' | 'Deleted';
  readonly notifyUrl: string;
};

/** A dispute; each change sends one notification. */
export type Dispute = {
  readonly caseId: string;
  readonly outTradeNo: string;
  readonly openedAt: number;
  readonly status: 'DISPUTE_INQUIRY' | 'CASE_CLOSED' | 'CASE_CANCEL';
  readonly caseResult: '' | 'WIN' | 'FAIL';
};
