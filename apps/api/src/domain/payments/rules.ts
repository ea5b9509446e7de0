import type { AttemptFailure, AttemptState } from '@webpay/contract/order-states';
import type { GatewayResult } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { isUnnamed } from './gateway-attempt.ts';
import type { AttemptRow } from './queries.ts';
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
  | { readonly kind: 'quarantine'; readonly reason: string };

export type AttemptFacts = Pick<
  AttemptRow,
  | 'state'
  | 'provider'
  | 'method'
  | 'amount_minor'
  | 'currency'
  | 'gateway_ref'
  | 'capture_ref'
  | 'submitted_at'
  | 'requested_at'
  | 'not_found_count'
>;

/** R (payments.md §1.2): the second "not found" is final 150 s after `requestTime`. */
const VOID_AFTER_MS = 150_000;

/** Decides by transition-table.ts, then by the attempt's amounts, numbers and age. */
export function decideTransition(
  attempt: AttemptFacts,
  result: GatewayResult,
  source: ResultSource,
  realNowMs: number,
): Decision {
  const reason = mismatchOf(attempt, result, source);
  if (reason !== null) return { kind: 'quarantine', reason };
  const effect = effectOf(kindFor(attempt, result), source, attempt.state);
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
    case 'held?':
      return isAutoCaptured(attempt)
        ? { kind: 'move', to: 'PROCESSING', failure: null }
        : { kind: 'none' };
    case 'known?':
      // Only the message names the order, and anyone can make one with our number.
      return isUnnamed(attempt)
        ? { kind: 'query_now' }
        : { kind: 'move', to: 'PROCESSING', failure: null };
    default:
      return { kind: 'move', to: effect, failure: effect === 'FAILED' ? failureOf(result) : null };
  }
}

/** Whether PayPal captures an approval of this attempt by itself: it may hold money that nobody has captured yet. */
export function isAutoCaptured({ provider, method }: Pick<AttemptRow, 'provider' | 'method'>) {
  return provider === 'paypal' && method !== 'wallet';
}

/** The method decides about the capture, even if the approval lacks `processing_instruction`. */
function kindFor(attempt: AttemptFacts, { kind }: GatewayResult): GatewayResult['kind'] {
  return kind === 'approved' && isAutoCaptured(attempt) ? 'pending' : kind;
}

function failureOf(result: GatewayResult): AttemptFailure {
  return result.kind === 'declined' ? result.failure : 'error';
}

function isVoid(attempt: AttemptFacts, realNowMs: number): boolean {
  const age = realNowMs - (attempt.requested_at?.getTime() ?? realNowMs);
  return age >= VOID_AFTER_MS && attempt.not_found_count >= 1;
}

/** Rule 4 of payments.md §0: paid means our attempt, our amount, our currency, our account. */
function mismatchOf(
  attempt: AttemptFacts,
  result: GatewayResult,
  source: ResultSource,
): string | null {
  if (result.kind === 'paid') {
    if (!result.merchantIsOurs) return 'merchant_differs';
    // PayerMax's direct answer has no sum, but it is signed and answers a request that had one.
    const mayBeAbsent = source === 'answer';
    if (result.amount === null ? !mayBeAbsent : result.amount !== attempt.amount_minor) {
      return 'amount_differs';
    }
    if (result.currency === null ? !mayBeAbsent : result.currency !== attempt.currency) {
      return 'currency_differs';
    }
    const { capture_ref: stored } = attempt;
    if (stored !== null && stored !== result.captureRef) return 'gateway_number_differs';
  }
  // Gateway numbers are stored once; a result under another number belongs to another payment.
  const named = 'gatewayRef' in result ? result.gatewayRef : null;
  const isOther = named !== null && attempt.gateway_ref !== null && attempt.gateway_ref !== named;
  return isOther ? 'gateway_number_differs' : null;
}

/** Whether no money can have moved: no card payment, no capture and no page of a local method is under way. */
export function notYetSubmitted({ state, method }: Pick<AttemptRow, 'state' | 'method'>): boolean {
  // The shop itself captures a wallet's order; PayPal captures others by itself.
  return state === 'CREATED' || (method === 'wallet' && state === 'REQUIRES_ACTION');
}

/** Captures of one wallet order after which its player's calls make no more. */
const MAX_PLAYER_CAPTURES = 20;

/**
 * Whether a call without a session may ask the wallet once more: each capture costs a call to the gateway and rows of
 * the history. An approval is captured by its webhook and by queries, too.
 */
export function mayAskForCapture(attempt: { readonly capture_attempts: number }): boolean {
  return attempt.capture_attempts < MAX_PLAYER_CAPTURES;
}

const QUERY_INTERVALS_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 600_000];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Contract §4: "and always once at requestTime + 155 s". */
const ALWAYS_ONCE_AT_MS = 155_000;

/**
 * Real time of the next query of an unresolved attempt (contract §4).
 * @param queries made since the attempt became unresolved
 * @param scale multiplies every interval (Config.waitScale)
 * @param isInList it is looked for in PayPal's list
 */
export function nextQueryAt(
  nowMs: number,
  queries: number,
  requestedAtMs: number | null,
  unresolvedSinceMs: number | null,
  scale = 1,
  isInList = false,
): Date {
  const isLongUnresolved = unresolvedSinceMs !== null && nowMs - unresolvedSinceMs > DAY_MS;
  // A day later the list lacks only what PayPal never made, or what a message names.
  const afterADay = isInList ? DAY_MS : HOUR_MS;
  const interval = isLongUnresolved ? afterADay : (QUERY_INTERVALS_MS[queries] ?? 600_000);
  const byInterval = nowMs + interval * scale;
  const once = requestedAtMs === null ? Infinity : requestedAtMs + ALWAYS_ONCE_AT_MS;
  return new Date(once > nowMs && once < byInterval ? once : byInterval);
}

/** R (payments.md §1.1): PayerMax closes its order half an hour after the submission. */
const CARD_PAYABLE_MS = 30 * MINUTE_MS;
/** PayPal's defaults: three hours to approve an order, three more to capture it. */
const WALLET_PAYABLE_MS = 6 * HOUR_MS;
/** The gateway's clock differs from the shop's, and its closing takes a moment. */
const PAYABLE_MARGIN_MS = 2 * MINUTE_MS;
/** Query interval while payable; finds late money without a webhook within an hour. */
const WHILE_PAYABLE_MS = 45 * MINUTE_MS;
/** Late queries stop this long after the gateway's order closed. */
const LATE_QUERIES_END_MS = 30 * DAY_MS;

/**
 * Shop time until which the gateway still accepts payment of an attempt that ends now. Clock changes
 * are clamped to the order's life.
 */
export function payableUntil(
  attempt: Pick<AttemptRow, 'provider' | 'submitted_at'>,
  nowMs: number,
): Date {
  if (attempt.provider === 'paypal') return new Date(nowMs + WALLET_PAYABLE_MS);
  const left = (attempt.submitted_at?.getTime() ?? nowMs) + CARD_PAYABLE_MS - nowMs;
  return new Date(nowMs + Math.min(Math.max(left, 0), CARD_PAYABLE_MS));
}

/**
 * Shop time of the next query of an ended attempt: every 45 min while payable and once at the end of
 * that time, then every 5 min for an hour, hourly for a day, then daily. Null: give up after 30 days.
 * @param mayEnd false while the account was missing: do not give up yet
 */
export function lateQueryAt(nowMs: number, payableUntilMs: number, mayEnd = true): Date | null {
  const endsMs = payableUntilMs + PAYABLE_MARGIN_MS;
  if (nowMs < endsMs) return new Date(Math.min(nowMs + WHILE_PAYABLE_MS, endsMs));
  const age = nowMs - payableUntilMs;
  if (age >= LATE_QUERIES_END_MS && mayEnd) return null;
  const rarer = age < DAY_MS ? HOUR_MS : DAY_MS;
  return new Date(nowMs + (age < HOUR_MS ? 5 * MINUTE_MS : rarer));
}

/** An ended attempt without a final answer a day after its order closed needs an operator. */
export function needsOperator(nowMs: number, payableUntilMs: number): boolean {
  return nowMs - payableUntilMs >= DAY_MS;
}

/**
 * Whether this answer rules out a later payment of an ended attempt. A PayPal order that was not approved or captured
 * within its life stays unpaid; PayPal may still capture an approved one of a local method.
 */
export function isFinalAfterEnd(
  attempt: Pick<AttemptRow, 'provider' | 'method' | 'requested_at'>,
  result: GatewayResult['kind'],
  times: { readonly nowMs: number; readonly realNowMs: number; readonly payableUntilMs: number },
): boolean {
  const isOver =
    attempt.provider === 'paypal' && times.nowMs >= times.payableUntilMs + PAYABLE_MARGIN_MS;
  switch (result) {
    // Booked, or quarantined for an operator.
    case 'paid':
    case 'declined':
    case 'closed':
      return true;
    case 'not_found':
      // The request may still be on its way.
      return times.realNowMs - (attempt.requested_at?.getTime() ?? 0) >= VOID_AFTER_MS;
    case 'approved':
      return !isAutoCaptured(attempt) && isOver;
    case 'action':
    case 'choose_other_funding':
      return isOver;
    case 'pending':
    case 'refused':
    case 'indeterminate':
      return false;
    default:
      return unreachable('gateway result', result);
  }
}

/** A process that has had no answer for this long counts as dead. */
export const ANSWER_LEASE_MS = 15_000;
/** R (payments.md §1.3): a card session is renewed after 20 minutes. */
export const SESSION_LIFE_MS = 20 * 60_000;
