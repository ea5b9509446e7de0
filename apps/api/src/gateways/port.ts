import type { DisputeState } from '@webpay/contract/money-back';

/**
 * What the shop asks of a payment gateway. A gateway signs, verifies, talks and translates; it
 * knows nothing of orders and keeps no state but caches. Amounts are integers in the currency's
 * ISO 4217 minor unit; a gateway translates them to its own wire form (payments.md §0).
 *
 * No function here throws for what the outside does: silence, nonsense and refusals are words.
 */

/** The attempt as a gateway needs it. `id` is the merchant's number at the gateway. */
export type GatewayAttempt = {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly country: string;
  /** The gateway's own number once it told it: PayerMax `tradeToken`, PayPal's order id. */
  readonly gatewayRef: string | null;
  /** PayPal: how many captures were tried and definitely refused; part of the request id. */
  readonly captureTries: number;
  /** Whether a request that may move money was ever sent. */
  readonly wasSubmitted: boolean;
};

export type OpenInput = {
  readonly attempt: GatewayAttempt;
  readonly method: 'card' | 'wallet' | 'apple_pay';
  /** Our player's id, stable, never from the browser (≤ 64 characters). */
  readonly userId: string;
  readonly description: string;
  /** BCP 47. */
  readonly locale: string;
  readonly brandName: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

/** What a browser needs to go on, or why it cannot. */
export type Opened =
  | { readonly kind: 'session'; readonly clientKey: string; readonly sessionKey: string }
  | { readonly kind: 'wallet_order'; readonly gatewayRef: string; readonly approveUrl: string }
  /** Nothing was made. `switchOff`: our account or contract is wrong, an operator must act. */
  | { readonly kind: 'refused'; readonly code: string; readonly switchOff: boolean }
  /** No answer, or none that can be trusted. */
  | { readonly kind: 'silent'; readonly why: string };

export type SubmitInput = {
  readonly attempt: GatewayAttempt;
  readonly userId: string;
  readonly description: string;
  readonly language: string;
  readonly returnUrl: string;
  readonly notifyUrl: string;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly terminal: 'WEB' | 'WAP';
  /** Card and Apple Pay: what the gateway's component gave the browser. */
  readonly card: { readonly paymentToken: string; readonly sessionKey: string } | null;
};

/** What a gateway says of one attempt, whoever asked (payments.md §3.2). */
export type GatewayResult =
  | {
      readonly kind: 'paid';
      readonly gatewayRef: string;
      /** The captured money's own number: PayPal's capture id; PayerMax has only the trade token. */
      readonly captureRef: string;
      /** null where the message names no amount (PayerMax's direct answer): a query must confirm
          only if the answer is not signed; a signed answer to our own request is enough. */
      readonly amount: number | null;
      readonly currency: string | null;
      /** false: the message names another merchant's account. */
      readonly merchantIsOurs: boolean;
      readonly card: { readonly brand: string; readonly masked: string } | null;
    }
  /** The player must act; `url` null when nothing new is known about where. */
  | { readonly kind: 'action'; readonly gatewayRef: string | null; readonly url: string | null }
  /** PayPal: approved by the player, no money moved; capture it. */
  | { readonly kind: 'approved'; readonly gatewayRef: string }
  | { readonly kind: 'pending'; readonly gatewayRef: string | null; readonly alarm: string | null }
  | {
      readonly kind: 'declined';
      readonly failure: 'declined' | 'insufficient_balance';
      readonly gatewayRef: string | null;
    }
  /** PayPal wants the player again: same order, nothing captured. */
  | {
      readonly kind: 'choose_other_funding';
      readonly url: string | null;
      /** INSTRUMENT_DECLINED: the money was refused; else the player had only not approved. */
      readonly isDeclined: boolean;
    }
  /** Refused before anything was made. */
  | { readonly kind: 'refused'; readonly code: string; readonly switchOff: boolean }
  /** Not paid in time, over at the gateway. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'not_found' }
  /** UNKNOWN: time-out, broken connection, 5xx, wrong signature, unlisted code. */
  | { readonly kind: 'indeterminate'; readonly why: string };

/** A verified message from a gateway, for the inbox; `null` word: stored, nothing to apply yet. */
export type Notification = {
  /** Unique per thing said, not per sending (payments.md §1.4, §2.3). */
  readonly eventKey: string;
  readonly eventType: string;
  readonly attemptId: string | null;
  /** PayPal order events may name only the order. */
  readonly gatewayRef: string | null;
  readonly word: GatewayResult | null;
  /** Money on its way back: a refund, a case, a warning of fraud. Never together with a word. */
  readonly news: MoneyBackUpdate | null;
};

/** What a gateway tells by itself of money that goes back (payments.md §3.4). */
export type MoneyBackUpdate = RefundUpdate | DisputeUpdate | FraudWarning;

export type RefundUpdate = {
  readonly kind: 'refund';
  /** Our number of it, if it is ours. */
  readonly refundId: string | null;
  readonly gatewayRef: string | null;
  /** The payment it gives back, by our number or by the capture's. */
  readonly attemptId: string | null;
  readonly captureRef: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly merchantIsOurs: boolean;
  readonly word: RefundResult;
};

/** A payment as a message about it names it: by our number or by the capture's. */
export type NamedPayment = {
  readonly attemptId: string | null;
  readonly captureRef: string | null;
};

export type DisputeUpdate = {
  readonly kind: 'case';
  readonly caseId: string;
  readonly disputeKind: 'chargeback' | 'dispute' | 'fraud' | 'complaint' | 'reversal';
  readonly state: DisputeState;
  /** The gateway's own words for where it stands and how it ended. */
  readonly stage: string;
  readonly outcome: string | null;
  readonly reasonCode: string | null;
  /** Until when the merchant may answer, as the gateway writes it. */
  readonly answerBy: string | null;
  /** What it is about, in the gateway's order: a wallet's dispute may name several payments. */
  readonly payments: readonly NamedPayment[];
  /** Of all its payments. null: the message names no sum that can be read; all of each is meant. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** In the case's currency; 0 when none is told. */
  readonly fee: number;
  readonly merchantIsOurs: boolean;
};

export type FraudWarning = {
  readonly kind: 'fraud';
  readonly attemptId: string | null;
  readonly merchantIsOurs: boolean;
};

export type VerifiedNotification =
  | { readonly kind: 'verified'; readonly notification: Notification }
  | { readonly kind: 'bad_signature'; readonly why: string }
  /** The means to verify cannot be had now (PayPal's certificate): let it come again. */
  | { readonly kind: 'cannot_verify'; readonly why: string };

/** A refund as a gateway needs it; `refundId` is the merchant's number and the idempotency key. */
export type RefundInput = {
  readonly refundId: string;
  readonly attemptId: string;
  /** PayPal's capture id; PayerMax goes by the attempt's number. */
  readonly captureRef: string;
  /** The gateway's own number of the payment: PayPal's order, whose captures list their refunds. */
  readonly paymentRef: string | null;
  /** The gateway's own number of the refund, once it told one. */
  readonly gatewayRef: string | null;
  readonly amount: number;
  readonly currency: string;
  /** When it was first sent; gateways remember a request for a time only. */
  readonly requestedAtMs: number;
  readonly notifyUrl: string;
};

/** What a gateway says of a refund (payments.md §3.4). */
export type RefundResult =
  | { readonly kind: 'succeeded'; readonly gatewayRef: string | null }
  | { readonly kind: 'pending'; readonly gatewayRef: string | null }
  /** Definite: no money went back, the reservation is released, an operator must look. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The gateway has no refund of this number. */
  | { readonly kind: 'not_found' }
  | { readonly kind: 'indeterminate'; readonly why: string };

/** A payment that was captured, as its gateway is asked about it. */
export type CapturedPayment = {
  readonly attemptId: string;
  readonly captureRef: string;
  readonly amount: number;
  readonly currency: string;
  /** Whether a part of it went back by our own refunds, which its gateway shows likewise. */
  readonly hasPartBack: boolean;
};

/** What a gateway says of money that was ours: whether its payer's bank has taken it back. */
export type CaptureResult =
  | { readonly kind: 'taken_back' }
  /** The gateway knows of nothing that was taken back. */
  | { readonly kind: 'kept' }
  /** It is not the payment we mean. */
  | { readonly kind: 'differs'; readonly why: string }
  | { readonly kind: 'indeterminate'; readonly why: string };

/** Money that a gateway says it took for us. */
export type StatementCapture = {
  /** The gateway's own number of it: the attempt's `capture_ref`. */
  readonly id: string;
  /** The merchant's number, as we gave it: the attempt's id. */
  readonly attemptId: string | null;
  readonly amount: number;
  readonly currency: string;
  /** refunded: all of it went back; disputed: its payer's bank has it, or asks for it. */
  readonly state: 'captured' | 'refunded' | 'disputed';
  /** What the gateway kept of it, where its statement says so; same currency. */
  readonly fee: number | null;
  readonly at: Date;
};

/** Money that a gateway says it gave back. */
export type StatementRefund = {
  readonly id: string;
  readonly refundId: string | null;
  readonly attemptId: string | null;
  readonly captureRef: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly at: Date;
};

/** What a gateway says happened in a stretch of time, all of it: a statement read in part is none. */
export type GatewayStatement =
  | {
      readonly kind: 'statement';
      readonly captures: readonly StatementCapture[];
      readonly refunds: readonly StatementRefund[];
    }
  | { readonly kind: 'unavailable'; readonly why: string };

export type Gateway = {
  readonly provider: 'payermax' | 'paypal';
  /** Whether the gateway can charge exactly this sum (payments.md §0 "Money on the wire"). */
  canCharge(amount: number, currency: string): boolean;
  open(input: OpenInput): Promise<Opened>;
  submit(input: SubmitInput): Promise<GatewayResult>;
  query(attempt: GatewayAttempt): Promise<GatewayResult>;
  refund(input: RefundInput): Promise<RefundResult>;
  /** By our number where the gateway knows it; PayPal is asked by its own, or by the request again. */
  queryRefund(input: RefundInput): Promise<RefundResult>;
  /** Only looks and never sends: of a refund that failed, whose sum is not set aside any more. */
  findRefund(input: RefundInput): Promise<RefundResult>;
  /** Asked when a message says that money was taken back: a message alone moves nothing. */
  queryCapture(payment: CapturedPayment): Promise<CaptureResult>;
  /** What moved from `from` on and before `to`; for reconciliation, not for purchases. */
  statement(from: Date, to: Date): Promise<GatewayStatement>;
  /** Checks the signature over the raw bytes, then reads. Never throws on hostile input. */
  verifyNotification(
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<VerifiedNotification>;
  /** Translates a body that was verified when it was stored (the sweep applies it again). */
  readNotification(rawBody: Buffer): Notification | null;
  /** The exact acknowledgement the gateway waits for. */
  readonly ack: { readonly body: string; readonly contentType: string };
  close(): Promise<void>;
};

/** `why` and `code` of a call that was not made, because the gateway did not answer lately. */
export const NOT_SENT = 'not_sent';

/** A gateway behind its circuit (gateways/guard-gateway.ts). */
export type GuardedGateway = Gateway & {
  /** Nothing would be sent now. */
  isOpen(): boolean;
};

export type Gateways = { readonly payermax: GuardedGateway; readonly paypal: GuardedGateway };
