import type { DisputeState } from '@webpay/contract/money-back';
import type { GatewayResult, RefundResult } from '../../apps/api/src/gateways/port.ts';
import type { Call, PaperAttempt, PaperRefund, PaperShop } from './paper-shop.ts';

/** The actual state of payments, refunds and the game's mailbox, known to the shop or not. */
export type Outside = {
  readonly payments: Map<PaperAttempt, Payment>;
  readonly refunds: Map<PaperRefund, 'pending' | 'done' | 'failed'>;
  mail: 'none' | 'given' | 'refused';
  /** Answers on their way to the shop, by call. */
  readonly answers: Map<Call, GatewayResult | RefundResult | 'sent' | 'rejected' | 'silent'>;
  /** Requests without a waiting caller that may still arrive. */
  readonly adrift: Call[];
  /** Messages on their way, in no order; lost ones arrive at the end. */
  readonly messages: Message[];
  readonly lost: Message[];
};

export type Payment = {
  status: 'created' | 'action' | 'approved' | 'pending' | 'paid' | 'declined' | 'closed';
  /** Captured amount; may differ from the requested one. */
  captured: number;
  lostMinor: number;
  disputeState: 'none' | DisputeState;
};

export type Message =
  | { readonly kind: 'payment'; readonly attempt: PaperAttempt; readonly result: GatewayResult }
  | { readonly kind: 'refund'; readonly refund: PaperRefund; readonly result: RefundResult }
  | { readonly kind: 'case'; readonly attempt: PaperAttempt; readonly said: DisputeState };

/** Results of a card at its bank, or of an approved wallet order. */
export const OUTCOMES = [
  'paid',
  'declined',
  'pending',
  'action',
  'refused',
  'other_funding',
  /** Captures another amount than requested. */
  'paid_otherwise',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function openOutside(): Outside {
  return {
    payments: new Map(),
    refunds: new Map(),
    mail: 'none',
    answers: new Map(),
    adrift: [],
    messages: [],
    lost: [],
  };
}

/** The gateway's answer to a query. */
export function resultOf(outside: Outside, attempt: PaperAttempt): GatewayResult {
  const payment = outside.payments.get(attempt);
  const gatewayRef = `G${attempt.id}`;
  switch (payment?.status) {
    case undefined:
      return { kind: 'not_found' };
    case 'created':
      return { kind: 'action', gatewayRef, url: null };
    case 'approved':
      return { kind: 'approved', gatewayRef };
    case 'action':
    case 'pending':
      return { kind: 'pending', gatewayRef, alarm: null };
    case 'declined':
      return { kind: 'declined', failure: 'declined', gatewayRef };
    case 'closed':
      return { kind: 'closed' };
    case 'paid':
      return {
        kind: 'paid',
        gatewayRef,
        captureRef: gatewayRef,
        amount: payment.captured,
        currency: 'USD',
        merchantIsOurs: true,
        card: null,
      };
  }
}

/** A submission arrives; a repeated one only answers the known state. */
export function takePayment(
  shop: PaperShop,
  outside: Outside,
  attempt: PaperAttempt,
  outcome: Outcome,
): GatewayResult {
  const isWallet = attempt.provider === 'paypal';
  const known = outside.payments.get(attempt);
  if (isWallet && known?.status === 'created') {
    return { kind: 'choose_other_funding', url: null, isDeclined: false };
  }
  const isOpen = isWallet ? known?.status === 'approved' : known === undefined;
  if (!isOpen) return resultOf(outside, attempt);
  if (outcome === 'refused' && !isWallet) {
    return { kind: 'refused', code: 'PARAMS_INVALID', cause: 'request' };
  }
  const payment = known ?? newPayment();
  outside.payments.set(attempt, payment);
  if (outcome === 'other_funding' && isWallet) {
    payment.status = 'created';
    return { kind: 'choose_other_funding', url: null, isDeclined: true };
  }
  settlePayment(shop, outside, attempt, statusOf(outcome, isWallet), outcome === 'paid_otherwise');
  return payment.status === 'action'
    ? { kind: 'action', gatewayRef: `G${attempt.id}`, url: 'https://bank.example' }
    : resultOf(outside, attempt);
}

export function newPayment(): Payment {
  return { status: 'created', captured: 0, lostMinor: 0, disputeState: 'none' };
}

function statusOf(outcome: Outcome, isWallet: boolean): Payment['status'] {
  switch (outcome) {
    case 'paid':
    case 'paid_otherwise':
      return 'paid';
    case 'declined':
    case 'pending':
      return outcome;
    case 'action':
      return isWallet ? 'pending' : 'action';
    case 'refused':
    case 'other_funding':
      return 'declined';
  }
}

/** The bank or wallet decides; final states send a message. */
export function settlePayment(
  shop: PaperShop,
  outside: Outside,
  attempt: PaperAttempt,
  status: Payment['status'],
  isOtherwise = false,
): void {
  const payment = outside.payments.get(attempt);
  if (payment === undefined) throw new Error('no such payment');
  payment.status = status;
  if (status === 'paid') payment.captured = shop.amount + (isOtherwise ? 1 : 0);
  if (status === 'action' || status === 'created') return;
  outside.messages.push({ kind: 'payment', attempt, result: resultOf(outside, attempt) });
}

/** A refund arrives; it is idempotent and never exceeds the remaining amount. */
export function takeRefund(
  outside: Outside,
  refund: PaperRefund,
  outcome: 'pending' | 'done' | 'failed',
): RefundResult {
  const payment = outside.payments.get(refund.attempt);
  const known = outside.refunds.get(refund);
  if (known === undefined) {
    const fits = payment?.status === 'paid' && refund.amount <= leftThere(outside, refund.attempt);
    outside.refunds.set(refund, fits ? outcome : 'failed');
    if (outcome !== 'pending' || !fits) tellRefund(outside, refund);
  }
  return refundResultOf(outside, refund);
}

export function tellRefund(outside: Outside, refund: PaperRefund): void {
  outside.messages.push({ kind: 'refund', refund, result: refundResultOf(outside, refund) });
}

export function refundResultOf(outside: Outside, refund: PaperRefund): RefundResult {
  const gatewayRef = `G${refund.id}`;
  switch (outside.refunds.get(refund)) {
    case undefined:
      return { kind: 'not_found' };
    case 'pending':
      return { kind: 'pending', gatewayRef };
    case 'done':
      return { kind: 'succeeded', gatewayRef };
    case 'failed':
      return { kind: 'failed', code: 'REFUND_FAILED' };
  }
}

/** The remaining amount of a payment at its gateway. */
export function leftThere(outside: Outside, attempt: PaperAttempt): number {
  const payment = outside.payments.get(attempt);
  const back = [...outside.refunds]
    .filter(([refund, state]) => refund.attempt === attempt && state !== 'failed')
    .reduce((sum, [refund]) => sum + refund.amount, 0);
  return (payment?.captured ?? 0) - back - (payment?.lostMinor ?? 0);
}

/** The payer's bank opens or ends a dispute; a lost one takes the remaining amount. */
export function transitionDispute(outside: Outside, attempt: PaperAttempt, said: DisputeState) {
  const payment = outside.payments.get(attempt);
  if (payment === undefined) throw new Error('no such payment');
  const left = leftThere(outside, attempt);
  // A refund under way leaves nothing to lose.
  const end = said === 'lost' && left <= 0 ? 'cancelled' : said;
  if (end === 'lost') payment.lostMinor = left;
  payment.disputeState = end;
  outside.messages.push({ kind: 'case', attempt, said: end });
}
