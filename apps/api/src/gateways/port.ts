import type { DisputeState } from '@webpay/contract/money-back';
import type { AboutOneRequest, Silent } from '../platform/http-client/exchange.ts';
import type { CardNews, CardVault } from './cards.ts';
import type { Doubt, Indeterminate, NotVerified } from './verdict.ts';
import type { Instrument, MethodValues, PlayerAction } from './instrument.ts';

/**
 * The operations of a payment gateway. A gateway signs, verifies, calls and translates; it knows no orders and keeps no
 * state but caches. Amounts are integers in the currency's ISO 4217 minor unit (payments.md §0). Timeouts, invalid
 * answers and refusals are results: no function throws for them.
 */

type Money = { readonly amount: number; readonly currency: string };

/** The sum in a message; null: not named, or not readable. */
export type NamedMoney = { readonly amount: number | null; readonly currency: string | null };

/** A payment attempt; `id` is the merchant's number at the gateway. */
export type GatewayAttempt = Money & {
  readonly id: string;
  readonly orderId: string;
  readonly country: string;
  /** The gateway's reference, once known: PayerMax `tradeToken`, PayPal's order id. */
  readonly gatewayRef: string | null;
  /** PayPal: the number of definitely refused captures; part of the request id. */
  readonly captureTries: number;
  /** Whether a request that may move money was ever sent. */
  readonly wasSubmitted: boolean;
  /** When it was sent, else when it was made here: a gateway's order of another time is not its own. */
  readonly startedAtMs: number;
  /** A payment with a kept wallet, whose order no answer has named: when it was sent. */
  readonly requestedAtMs?: number;
};

export type OpenInput = {
  readonly attempt: GatewayAttempt;
  readonly method: MethodValues;
  /** The form asks its payer whether the card is kept; the payer of a wallet has agreed. */
  readonly offersSaving?: boolean;
  /** The player's stable id, never from the browser (≤ 64 characters). */
  readonly userId: string;
  readonly description: string;
  /** BCP 47. */
  readonly locale: string;
  readonly brandName: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

/** The data that a browser needs to continue, or the refusal. */
export type Opened =
  | { readonly kind: 'session'; readonly clientKey: string; readonly sessionKey: string }
  | { readonly kind: 'wallet_order'; readonly gatewayRef: string; readonly approveUrl: string }
  | Refused
  | (Silent & AboutOneRequest);

/** Refused before anything was created. */
type Refused = { readonly kind: 'refused'; readonly code: string; readonly cause: RefusalCause };

/**
 * The reach of a refusal: this call, the data or the saved card that its payer gave, every call of ours, the method in this country, the
 * method everywhere.
 */
export type RefusalCause = 'request' | 'payer' | 'token' | 'access' | 'contract' | 'account';

export type SubmitInput = Omit<OpenInput, 'method' | 'offersSaving' | 'locale' | 'cancelUrl'> & {
  readonly language: string;
  readonly notifyUrl: string;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly terminal: 'WEB' | 'WAP';
  readonly instrument: Instrument;
};

/** A gateway's result for one attempt, from any source (payments.md §3.2). */
export type GatewayResult =
  /** PayerMax's direct answer names no amount: a query must confirm it only if the answer is not signed. */
  | (NamedMoney & {
      readonly kind: 'paid';
      readonly gatewayRef: string;
      /** The capture's reference: PayPal's capture id, PayerMax's trade token. */
      readonly captureRef: string;
      /** false: the message names another merchant's account. */
      readonly merchantIsOurs: boolean;
      readonly card: { readonly brand: string; readonly masked: string } | null;
    })
  | PlayerAction
  /** PayPal: approved by the player, not captured yet. */
  | { readonly kind: 'approved'; readonly gatewayRef: string }
  | { readonly kind: 'pending'; readonly gatewayRef: string | null; readonly alarm: string | null }
  | {
      readonly kind: 'declined';
      readonly failure: 'declined' | 'insufficient_balance';
      readonly gatewayRef: string | null;
      /** Masked digits and expiry of the card, where the gateway tells them; only ever hashed. */
      readonly card?: string;
    }
  /** PayPal wants the player to choose again: same order, nothing captured. */
  | {
      readonly kind: 'choose_other_funding';
      readonly url: string | null;
      /** INSTRUMENT_DECLINED: the money was refused; otherwise the player has not approved. */
      readonly isDeclined: boolean;
    }
  | Refused
  /** Expired at the gateway, unpaid. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'not_found' }
  | Indeterminate;

/** A verified gateway message for the inbox; with a null `result` there is nothing to apply. */
export type Notification = NotificationContent & {
  /** Unique for each event, not for each transmission (payments.md §1.4, §2.3). */
  readonly eventKey: string;
  readonly eventType: string;
};

export type NotificationContent = {
  readonly attemptId: string | null;
  /** PayPal order events may name only the order. */
  readonly gatewayRef: string | null;
  readonly result: GatewayResult | null;
  /** A refund, dispute or fraud update, never together with `result`. */
  readonly update: MoneyBackUpdate | null;
  readonly card?: CardNews;
};

/** An update about returned money (payments.md §3.4). */
export type MoneyBackUpdate = RefundUpdate | DisputeUpdate | FraudWarning;

export type RefundUpdate = NamedPayment &
  NamedMoney & {
    readonly kind: 'refund';
    /** Our refund id, if the refund is ours. */
    readonly refundId: string | null;
    readonly gatewayRef: string | null;
    readonly merchantIsOurs: boolean;
    readonly result: RefundResult;
  };

/** A payment as a message names it: by our id or by the capture's reference. */
export type NamedPayment = {
  readonly attemptId: string | null;
  readonly captureRef: string | null;
};

/** `amount`: the sum over all payments; without a readable one, all of each is disputed. */
export type DisputeUpdate = NamedMoney & {
  readonly kind: 'case';
  readonly caseId: string;
  readonly disputeKind: 'chargeback' | 'dispute' | 'fraud' | 'complaint' | 'reversal';
  readonly state: DisputeState;
  /** The gateway's own texts for stage and outcome. */
  readonly stage: string;
  readonly outcome: string | null;
  readonly reasonCode: string | null;
  /** The deadline for the merchant's answer, as the gateway writes it. */
  readonly answerBy: string | null;
  /** The disputed payments in the gateway's order; a wallet's dispute may name several. */
  readonly payments: readonly NamedPayment[];
  /** In the dispute's currency; 0 when unknown. */
  readonly fee: number;
  /** A fee that is named, but cannot be read, as the gateway writes it. */
  readonly oddFee?: string;
  readonly merchantIsOurs: boolean;
};

export type FraudWarning = {
  readonly kind: 'fraud';
  readonly attemptId: string | null;
  readonly merchantIsOurs: boolean;
};

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;
/** `kept`: the body without its payer's data, for the inbox. */
export type VerifiedNotification = (
  | { readonly kind: 'verified'; readonly notification: Notification; readonly kept?: Buffer }
  | NotVerified
) & { readonly doubt?: Doubt };

/** A refund; `refundId` is the merchant's number and the idempotency key. */
export type RefundInput = Money & {
  readonly refundId: string;
  readonly attemptId: string;
  /** PayPal's capture id; PayerMax uses the attempt's id. */
  readonly captureRef: string;
  /** The gateway's reference of the payment: PayPal's order, whose captures list their refunds. */
  readonly paymentRef: string | null;
  /** The gateway's reference of the refund, once known. */
  readonly gatewayRef: string | null;
  /** The time of the first request; gateways remember a request for a limited time only. */
  readonly requestedAtMs: number;
  readonly notifyUrl: string;
};

/** A gateway's result for a refund (payments.md §3.4). */
export type RefundResult =
  | { readonly kind: 'succeeded'; readonly gatewayRef: string | null }
  | { readonly kind: 'pending'; readonly gatewayRef: string | null }
  /** Definite: no money was returned, the reservation is released, an operator must act. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The gateway has no refund of this number. */
  | { readonly kind: 'not_found' }
  | Indeterminate;

/** A captured payment, for a query. */
export type CapturedPayment = Pick<
  RefundInput,
  'attemptId' | 'captureRef' | 'amount' | 'currency'
> & {
  /** Whether our own refunds returned a part of it, which the gateway shows likewise. */
  readonly hasPartBack: boolean;
};

/** Whether the payer's bank has taken a captured payment back. */
export type CaptureResult =
  | { readonly kind: 'taken_back' }
  /** The gateway knows no reversal. `paymentRef`: its reference of the payment (PayPal's order). */
  | { readonly kind: 'kept'; readonly paymentRef: string | null }
  /** It is another payment. */
  | { readonly kind: 'differs'; readonly why: string }
  | Indeterminate;

/** A capture in a gateway's statement. */
export type StatementCapture = Money & {
  /** The gateway's reference: the attempt's `capture_ref`. */
  readonly id: string;
  /** The merchant's number: the attempt's id. */
  readonly attemptId: string | null;
  /** refunded: all of it went back; disputed: the payer's bank has or claims it. */
  readonly state: 'captured' | 'refunded' | 'disputed';
  /** The gateway's fee in the same currency, where the statement shows it; one that cannot be read is among `oddFees`. */
  readonly fee: number | null;
  readonly at: Date;
};

/** A refund in a gateway's statement. */
export type StatementRefund = NamedPayment &
  Money & {
    readonly id: string;
    readonly refundId: string | null;
    readonly at: Date;
  };

/** A fee that the ledger does not take: of no capture of ours, or not readable in its capture's currency. */
export type StatementFee = {
  readonly id: string;
  /** The sum as the gateway writes it. */
  readonly sum: string;
  /** The capture or the gateway's code. */
  readonly about: string;
  readonly at: Date;
};

/** A complete statement of a period: a partly read one is unavailable. */
export type GatewayStatement =
  | {
      readonly kind: 'statement';
      readonly captures: readonly StatementCapture[];
      readonly refunds: readonly StatementRefund[];
      readonly oddFees: readonly StatementFee[];
    }
  | { readonly kind: 'unavailable'; readonly why: string };

export type Gateway = {
  readonly provider: 'payermax' | 'paypal';
  /** Whether the gateway can charge exactly this amount (payments.md §0 "Money on the wire"). */
  canCharge(amount: number, currency: string): boolean;
  open(input: OpenInput): Promise<Opened>;
  submit(input: SubmitInput): Promise<GatewayResult>;
  query(attempt: GatewayAttempt, namedRef?: string | null): Promise<GatewayResult>;
  refund(input: RefundInput): Promise<RefundResult>;
  /** Queries by our id; PayPal by its own reference, or by repeating the request. */
  queryRefund(input: RefundInput): Promise<RefundResult>;
  /** Looks a failed refund up without sending it, because its amount is no longer reserved. */
  findRefund(input: RefundInput): Promise<RefundResult>;
  /** Confirms a message that money was taken back: the message alone moves nothing. */
  queryCapture(payment: CapturedPayment): Promise<CaptureResult>;
  readonly cards: CardVault;
  /** Movements from `from` on and before `to`, for reconciliation. */
  statement(from: Date, to: Date): Promise<GatewayStatement>;
  /** Checks the signature over the raw bytes, then parses. Never throws for hostile input. */
  verifyNotification(rawBody: Buffer, headers: WebhookHeaders): Promise<VerifiedNotification>;
  /** Translates a body that was verified when it was stored; the sweep applies it again. */
  readNotification(rawBody: Buffer): Notification | null;
  /** The exact acknowledgement that the gateway expects. */
  readonly ack: { readonly body: string; readonly contentType: string };
};

/** `why` and `code` of a call that an open circuit did not send. */
export const NOT_SENT = 'not_sent';

/** A gateway behind its circuit (gateways/guard-gateway.ts). */
export type GuardedGateway = Gateway & {
  /** The circuit is open: no call would be sent now. */
  isOpen(): boolean;
  /** This process has no such account (gateways/missing-account.ts). */
  readonly isMissing?: true;
};
