import {
  ATTEMPT_TRANSITIONS,
  LIVE_ATTEMPT_STATES,
  ORDER_TRANSITIONS,
  orderStateOf,
  type AttemptFailure,
  type AttemptState,
  type DeliveryState,
  type OrderReason,
  type OrderState,
} from '@webpay/contract/order-states';
import type { DisputeState, RefundState } from '@webpay/contract/money-back';
import { decideTransition, type Decision } from '../../apps/api/src/domain/payments/rules.ts';
import type { ResultSource } from '../../apps/api/src/domain/payments/transition-table.ts';
import type { GatewayResult, RefundResult } from '../../apps/api/src/gateways/port.ts';

/**
 * The reference model: one order as plain data, moved by the shop's own tables and rules.
 * model-database.test.ts compares it with the real operations.
 */
export type PaperShop = {
  nowMs: number;
  readonly expiresAtMs: number;
  readonly amount: number;
  order: { state: OrderState; reason: OrderReason | null };
  readonly attempts: PaperAttempt[];
  delivery: PaperDelivery | null;
  readonly refunds: PaperRefund[];
  readonly cases: Map<string, { readonly attempt: PaperAttempt; state: DisputeState }>;
  isFlagged: boolean;
  /** False while another order has the last piece of a limited product. */
  isStillWanted: boolean;
  readonly quarantine: string[];
  /** The kept results themselves: a repeat is kept once. */
  readonly kept: Set<string>;
  /** Calls without an answer. */
  readonly calls: Call[];
};

export type Provider = 'payermax' | 'paypal';

export type PaperAttempt = {
  readonly n: number;
  readonly id: string;
  readonly provider: Provider;
  readonly createdAtMs: number;
  state: AttemptState;
  failure: AttemptFailure | null;
  gatewayRef: string | null;
  captureRef: string | null;
  captureTries: number;
  wasDeclined: boolean;
  isSubmitted: boolean;
  requestedAtMs: number | null;
  notFoundCount: number;
  captured: number;
  reserved: number;
  refunded: number;
  lost: number;
};

export type PaperDelivery = {
  state: DeliveryState;
  isHeld: boolean;
  /** 0 after an answer. */
  leaseUntilMs: number;
  /** An attempt ended without an answer. */
  maybeGiven: boolean;
};

export type PaperRefund = {
  readonly id: string;
  readonly attempt: PaperAttempt;
  readonly amount: number;
  readonly reason: 'double_payment' | 'not_deliverable';
  state: RefundState;
  requestedAtMs: number | null;
};

export type Call =
  | {
      readonly kind: 'submit' | 'query';
      readonly attempt: PaperAttempt;
      readonly sentAtMs: number;
      readonly answer: (result: GatewayResult) => void;
    }
  | {
      readonly kind: 'refund' | 'query_refund';
      readonly refund: PaperRefund;
      readonly sentAtMs: number;
      readonly answer: (result: RefundResult) => void;
    }
  | {
      readonly kind: 'mail';
      readonly sentAtMs: number;
      readonly answer: (end: 'sent' | 'rejected' | 'silent') => void;
    };

export const ORDER_LIFE_MS = 30 * 60_000;

export function openShop(amount = 499): PaperShop {
  return {
    nowMs: 0,
    expiresAtMs: ORDER_LIFE_MS,
    amount,
    order: { state: 'open', reason: null },
    attempts: [],
    delivery: null,
    refunds: [],
    cases: new Map(),
    isFlagged: false,
    isStillWanted: true,
    quarantine: [],
    kept: new Set(),
    calls: [],
  };
}

export function isLive(state: AttemptState): boolean {
  return LIVE_ATTEMPT_STATES.some((live) => live === state);
}

export function isOverpayment(shop: PaperShop, attempt: PaperAttempt): boolean {
  return shop.refunds.some((each) => each.attempt === attempt && each.reason === 'double_payment');
}

export function isOrderSettled(shop: PaperShop): boolean {
  return shop.order.state === 'success' || shop.order.state === 'refunded';
}

/** notYetSubmitted of rules.ts. */
export function isUntouched(attempt: PaperAttempt): boolean {
  const { provider, state } = attempt;
  return state === 'CREATED' || (provider === 'paypal' && state === 'REQUIRES_ACTION');
}

/** place-order.ts, prepare-attempt.ts: a new attempt, while none is live. */
export function makeAttempt(shop: PaperShop, provider: Provider): PaperAttempt {
  if (shop.attempts.some((each) => isLive(each.state))) throw new Error('two live attempts');
  const n = shop.attempts.length + 1;
  const attempt: PaperAttempt = {
    n,
    id: `A_${n}`,
    provider,
    createdAtMs: shop.nowMs,
    state: provider === 'paypal' ? 'SUBMITTING' : 'CREATED',
    failure: null,
    gatewayRef: null,
    captureRef: null,
    captureTries: 0,
    wasDeclined: false,
    isSubmitted: false,
    requestedAtMs: null,
    notFoundCount: 0,
    captured: 0,
    reserved: 0,
    refunded: 0,
    lost: 0,
  };
  shop.attempts.push(attempt);
  if (shop.order.state !== 'open') transitionOrder(shop, 'open', null);
  return attempt;
}

export function transitionAttempt(
  shop: PaperShop,
  attempt: PaperAttempt,
  to: AttemptState,
  step: { readonly failure?: AttemptFailure | null; readonly orderStays?: boolean } = {},
): void {
  const from = attempt.state;
  if (!ATTEMPT_TRANSITIONS[from].includes(to)) throw new Error(`attempt ${from} → ${to}`);
  attempt.state = to;
  attempt.failure = to === 'FAILED' ? (step.failure ?? 'error') : null;
  // As scheduleOf counts: "not found" led to UNKNOWN, except from an answer.
  attempt.notFoundCount = to === 'UNKNOWN' && from !== 'SUBMITTING' ? 1 : 0;
  if (step.orderStays === true || isOrderSettled(shop)) return;
  const next = orderStateOf({
    provider: attempt.provider,
    state: to,
    failure: attempt.failure,
    submitted: attempt.isSubmitted,
    orderIsOver: shop.expiresAtMs <= shop.nowMs,
  });
  transitionOrder(shop, next.state, next.reason);
}

export function transitionOrder(shop: PaperShop, to: OrderState, reason: OrderReason | null): void {
  const { state: from } = shop.order;
  if (from !== to && !ORDER_TRANSITIONS[from].includes(to))
    throw new Error(`order ${from} → ${to}`);
  shop.order = { state: to, reason };
}

export function applyResult(
  shop: PaperShop,
  attempt: PaperAttempt,
  result: GatewayResult,
  source: ResultSource,
): Decision['kind'] {
  const { state, provider, gatewayRef, captureRef, requestedAtMs, notFoundCount } = attempt;
  const facts = {
    state,
    provider,
    method: provider === 'paypal' ? ('wallet' as const) : ('card' as const),
    amount_minor: shop.amount,
    currency: 'USD',
    gateway_ref: gatewayRef,
    capture_ref: captureRef,
    submitted_at: requestedAtMs === null ? null : new Date(requestedAtMs),
    requested_at: requestedAtMs === null ? null : new Date(requestedAtMs),
    not_found_count: notFoundCount,
  };
  const step = decideTransition(facts, result, source, shop.nowMs);
  switch (step.kind) {
    case 'none':
    case 'query_now':
      if (source === 'query') noteQuery(attempt, result);
      break;
    case 'capture_now':
      if (attempt.state === 'UNKNOWN') transitionAttempt(shop, attempt, 'REQUIRES_ACTION');
      break;
    case 'quarantine':
      quarantine(shop, `${attempt.id} ${step.reason}`, result);
      if (source === 'query') noteQuery(attempt, result);
      break;
    case 'late_success':
      succeed(shop, attempt, result, true);
      break;
    case 'move':
      if (step.to === 'SUCCEEDED') succeed(shop, attempt, result, false);
      else {
        tell(attempt, result);
        transitionAttempt(shop, attempt, step.to, { failure: step.failure });
      }
  }
  return step.kind;
}

function quarantine(shop: PaperShop, text: string, result: GatewayResult) {
  const key = `${text} ${JSON.stringify(result)}`;
  if (shop.kept.has(key)) return;
  shop.kept.add(key);
  shop.quarantine.push(text);
}

function noteQuery(attempt: PaperAttempt, result: GatewayResult): void {
  if (!isLive(attempt.state) || attempt.state === 'CREATED') return;
  if (result.kind === 'not_found') attempt.notFoundCount += 1;
  if (result.kind === 'pending') attempt.gatewayRef ??= result.gatewayRef;
}

function tell(attempt: PaperAttempt, result: GatewayResult): void {
  if ('gatewayRef' in result) attempt.gatewayRef ??= result.gatewayRef;
  if (result.kind === 'paid') attempt.captureRef ??= result.captureRef;
  if (result.kind !== 'choose_other_funding') return;
  attempt.captureTries += 1;
  attempt.wasDeclined ||= result.isDeclined;
}

/** Payment captured: queue the delivery, or refund an overpayment or a late payment. */
function succeed(shop: PaperShop, attempt: PaperAttempt, result: GatewayResult, isLate: boolean) {
  const isSecond = shop.attempts.some(
    (each) => each !== attempt && each.state === 'SUCCEEDED' && !isOverpayment(shop, each),
  );
  const orderStays = isSecond || (isLate && !shop.isStillWanted) || isOrderSettled(shop);
  tell(attempt, result);
  transitionAttempt(shop, attempt, 'SUCCEEDED', { orderStays });
  attempt.captured = shop.amount;
  if (orderStays) return reserveRefund(shop, attempt, shop.amount, 'double_payment');
  const last = shop.attempts.at(-1);
  // end-other-attempt.ts
  if (isLate && last !== undefined && last !== attempt && isUntouched(last)) {
    transitionAttempt(shop, last, 'FAILED', { failure: 'cancelled' });
  }
  shop.delivery ??= { state: 'queued', isHeld: false, leaseUntilMs: 0, maybeGiven: false };
}

export function reserveRefund(
  shop: PaperShop,
  attempt: PaperAttempt,
  amount: number,
  reason: PaperRefund['reason'],
): void {
  const id = `R_${shop.refunds.length + 1}`;
  attempt.reserved += amount;
  shop.refunds.push({ id, attempt, amount, reason, state: 'RESERVED', requestedAtMs: null });
}
