import type { AttemptFailure, AttemptState } from '@webpay/contract/order-states';
import type { GatewayResult } from '../../gateways/port.ts';
import { effectOf, type ResultSource } from './transition-table.ts';

export type Decision =
  | { readonly kind: 'none' }
  | { readonly kind: 'move'; readonly to: AttemptState; readonly failure: AttemptFailure | null }
  /** A query decides. */
  | { readonly kind: 'query_now' }
  /** Approved at PayPal: capture, if the order is still alive. */
  | { readonly kind: 'capture_now' }
  /** Money after the attempt ended (payments.md §3.3). */
  | { readonly kind: 'late_success' }
  | { readonly kind: 'quarantine'; readonly reason: QuarantineReason };

export type QuarantineReason =
  | 'unknown_attempt'
  | 'paid_before_submitted'
  | 'unpaid_after_success'
  | 'amount_differs'
  | 'currency_differs'
  | 'merchant_differs'
  | 'gateway_number_differs';

export type AttemptFacts = {
  readonly state: AttemptState;
  readonly amount: number;
  readonly currency: string;
  readonly gatewayRef: string | null;
  readonly captureRef: string | null;
  readonly requestedAtMs: number | null;
  readonly notFoundCount: number;
};

/** R (payments.md §1.2): the second "not found" is final 150 s after `requestTime`. */
export const VOID_AFTER_MS = 150_000;

/** Decides by transition-table.ts, then by the attempt's amounts, numbers and age. */
export function decideTransition(
  attempt: AttemptFacts,
  result: GatewayResult,
  source: ResultSource,
  realNowMs: number,
): Decision {
  const mismatch =
    (result.kind === 'paid' ? mismatchOf(attempt, result, source) : null) ??
    (namesOtherPayment(attempt, result) ? 'gateway_number_differs' : null);
  if (mismatch !== null) return { kind: 'quarantine', reason: mismatch };
  const effect = effectOf(result.kind, source, attempt.state);
  switch (effect) {
    case 'none':
      return { kind: 'none' };
    case 'ask':
      return { kind: 'query_now' };
    case 'capture':
      return { kind: 'capture_now' };
    case 'late':
      return { kind: 'late_success' };
    case 'quarantine':
      return {
        kind: 'quarantine',
        reason: result.kind === 'paid' ? 'paid_before_submitted' : 'unpaid_after_success',
      };
    case 'void?':
      return isVoid(attempt, realNowMs)
        ? { kind: 'move', to: 'FAILED', failure: 'error' }
        : { kind: 'none' };
    default:
      return { kind: 'move', to: effect, failure: effect === 'FAILED' ? failureOf(result) : null };
  }
}

function failureOf(result: GatewayResult): AttemptFailure {
  return result.kind === 'declined' ? result.failure : 'error';
}

function isVoid(attempt: AttemptFacts, realNowMs: number): boolean {
  const age = realNowMs - (attempt.requestedAtMs ?? realNowMs);
  return age >= VOID_AFTER_MS && attempt.notFoundCount >= 1;
}

/** Rule 4 of payments.md §0: paid means our attempt, our amount, our currency, our account. */
function mismatchOf(
  attempt: AttemptFacts,
  result: Extract<GatewayResult, { kind: 'paid' }>,
  source: ResultSource,
): QuarantineReason | null {
  if (!result.merchantIsOurs) return 'merchant_differs';
  // PayerMax's direct answer names no sum; it is the signed answer to a request that did.
  const amountMayBeAbsent = source === 'answer';
  if (result.amount === null ? !amountMayBeAbsent : result.amount !== attempt.amount) {
    return 'amount_differs';
  }
  if (result.currency === null ? !amountMayBeAbsent : result.currency !== attempt.currency) {
    return 'currency_differs';
  }
  const isOther = attempt.captureRef !== null && attempt.captureRef !== result.captureRef;
  return isOther ? 'gateway_number_differs' : null;
}

/** Gateway numbers are stored once; a result under another number belongs to another payment. */
function namesOtherPayment(attempt: AttemptFacts, result: GatewayResult): boolean {
  const named = 'gatewayRef' in result ? result.gatewayRef : null;
  return named !== null && attempt.gatewayRef !== null && attempt.gatewayRef !== named;
}

/** Whether no money can have moved: no card payment and no capture is under way. */
export function notYetSubmitted(attempt: {
  readonly state: AttemptState;
  readonly provider: 'payermax' | 'paypal';
}): boolean {
  if (attempt.state === 'CREATED') return true;
  return attempt.provider === 'paypal' && attempt.state === 'REQUIRES_ACTION';
}

const QUERY_INTERVALS_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 600_000];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Contract §4: "and always once at requestTime + 155 s". */
const ALWAYS_ONCE_AT_MS = 155_000;

/**
 * Real time of the next query of an unresolved attempt (contract §4).
 * @param queries made since the attempt became unresolved
 * @param scale multiplies every interval (Config.waitScale)
 */
export function nextQueryAt(
  nowMs: number,
  queries: number,
  requestedAtMs: number | null,
  unresolvedSinceMs: number | null,
  scale = 1,
): Date {
  const lasting = unresolvedSinceMs !== null && nowMs - unresolvedSinceMs > DAY_MS;
  const interval = lasting ? HOUR_MS : (QUERY_INTERVALS_MS[queries] ?? 600_000);
  const byInterval = nowMs + interval * scale;
  const once = requestedAtMs === null ? Infinity : requestedAtMs + ALWAYS_ONCE_AT_MS;
  return new Date(once > nowMs && once < byInterval ? once : byInterval);
}

/** After this long without an answer its process counts as dead. */
export const ANSWER_LEASE_MS = 15_000;
/** R (payments.md §1.3): a card session is renewed after 20 minutes. */
export const SESSION_LIFE_MS = 20 * 60_000;
