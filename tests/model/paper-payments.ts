import type { GatewayResult } from '../../apps/api/src/gateways/port.ts';
import { ANSWER_LEASE_MS } from '../../apps/api/src/domain/payments/rules.ts';
import {
  applyResult,
  isLive,
  isOrderSettled,
  isUntouched,
  makeAttempt,
  transitionAttempt,
  transitionOrder,
  type PaperAttempt,
  type PaperShop,
  type Provider,
} from './paper-shop.ts';

const nothing = (): void => undefined;

/** prepare-attempt.ts: the player chooses a payment method. */
export function choose(shop: PaperShop, provider: Provider): void {
  const last = shop.attempts.at(-1);
  if (isOrderSettled(shop) || shop.expiresAtMs <= shop.nowMs || !shop.isStillWanted) return;
  if (last !== undefined) {
    if (isUntouched(last) && last.provider === provider) return;
    if (!isUntouched(last) && isLive(last.state)) return;
    if (shop.isFlagged) return;
    if (isUntouched(last)) transitionAttempt(shop, last, 'FAILED', { failure: whyLeft(last) });
  } else if (shop.isFlagged) return;
  makeAttempt(shop, provider);
}

function whyLeft(attempt: PaperAttempt): 'declined' | 'cancelled' {
  return attempt.captureTries > 0 && attempt.wasDeclined ? 'declined' : 'cancelled';
}

/** open-at-gateway.ts: the wallet's answer to a new order. */
export function walletOpened(shop: PaperShop, attempt: PaperAttempt, isMade: boolean): void {
  if (attempt.state !== 'SUBMITTING' || attempt.gatewayRef !== null) return;
  if (!isMade) return transitionAttempt(shop, attempt, 'FAILED', { failure: 'error' });
  attempt.gatewayRef = `G${attempt.id}`;
  transitionAttempt(shop, attempt, 'REQUIRES_ACTION');
}

/** submit-attempt.ts: one call per attempt, none for an ended order. */
export function submit(shop: PaperShop, attempt: PaperAttempt, done: () => void = nothing): void {
  const from = attempt.provider === 'payermax' ? 'CREATED' : 'REQUIRES_ACTION';
  const isOver = shop.expiresAtMs <= shop.nowMs;
  const isMade = attempt.provider === 'payermax' || attempt.gatewayRef !== null;
  if (attempt.state !== from || isOrderSettled(shop) || isOver || !isMade) return done();
  if (shop.isFlagged) return done();
  attempt.isSubmitted = true;
  attempt.requestedAtMs = shop.nowMs;
  transitionAttempt(shop, attempt, 'SUBMITTING');
  shop.calls.push({
    kind: 'submit',
    attempt,
    sentAtMs: shop.nowMs,
    answer: (result) => {
      applyResult(shop, attempt, result, 'answer');
      done();
    },
  });
}

export function query(
  shop: PaperShop,
  attempt: PaperAttempt,
  done: (
    step: ReturnType<typeof applyResult> | null,
    said: GatewayResult['kind'] | null,
  ) => void = nothing,
): void {
  const canBeAsked =
    attempt.provider === 'payermax' ? attempt.requestedAtMs !== null : attempt.gatewayRef !== null;
  if (!canBeAsked) return done(null, null);
  shop.calls.push({
    kind: 'query',
    attempt,
    sentAtMs: shop.nowMs,
    answer: (result) => {
      const step = applyResult(shop, attempt, result, 'query');
      if (step === 'capture_now') submit(shop, attempt, () => done(step, result.kind));
      else done(step, result.kind);
    },
  });
}

export function resolveIndeterminate(shop: PaperShop, attempt: PaperAttempt): void {
  if (isOrderSettled(shop) && isUntouched(attempt)) {
    return transitionAttempt(shop, attempt, 'FAILED', { failure: 'cancelled' });
  }
  if (attempt.state === 'SUBMITTING') {
    const neverMade = attempt.provider === 'paypal' && attempt.gatewayRef === null;
    transitionAttempt(shop, attempt, neverMade ? 'FAILED' : 'UNKNOWN', { failure: 'error' });
    if (neverMade) return;
  }
  query(shop, attempt);
}

export function isDoubtDue(shop: PaperShop, attempt: PaperAttempt): boolean {
  const since = attempt.requestedAtMs ?? attempt.createdAtMs;
  if (attempt.state === 'SUBMITTING') return shop.nowMs - since >= ANSWER_LEASE_MS;
  return isLive(attempt.state) && attempt.state !== 'CREATED';
}

export function cancel(shop: PaperShop): void {
  const attempt = shop.attempts.at(-1);
  if (attempt === undefined) return;
  const end: Parameters<typeof query>[2] = (step, said) => {
    if (attempt.state !== 'CREATED' && attempt.state !== 'REQUIRES_ACTION') return;
    if (said === 'indeterminate' || step === 'quarantine') return;
    transitionAttempt(shop, attempt, 'FAILED', { failure: whyLeft(attempt) });
  };
  if (attempt.state === 'REQUIRES_ACTION' && !isUntouched(attempt)) query(shop, attempt, end);
  else end(null, null);
}

/** expire-order.ts, when the sweep finds the order. */
export function expire(shop: PaperShop): void {
  const live = shop.attempts.find((each) => isLive(each.state));
  if (live === undefined) {
    if (shop.order.state === 'open' && shop.attempts.length === 0)
      transitionOrder(shop, 'timeout', null);
    return;
  }
  query(shop, live, () => {
    const isWaiting = live.state === 'CREATED' || live.state === 'REQUIRES_ACTION';
    if (isWaiting && shop.expiresAtMs <= shop.nowMs) transitionAttempt(shop, live, 'EXPIRED');
  });
}

export function isExpiryDue(shop: PaperShop): boolean {
  if (shop.expiresAtMs > shop.nowMs) return false;
  const live = shop.attempts.find((each) => isLive(each.state));
  const isUnpaid = shop.order.state === 'open' || shop.order.state === 'waiting';
  if (live === undefined) return isUnpaid;
  return live.state === 'CREATED' || live.state === 'REQUIRES_ACTION';
}

/** apply-inbox.ts: `settled` when the message needs no retry. */
export function applyMessage(
  shop: PaperShop,
  attempt: PaperAttempt,
  result: GatewayResult,
  settled: () => void,
): void {
  const step = applyResult(shop, attempt, result, 'webhook');
  if (step !== 'query_now') settled();
  if (step === 'capture_now') submit(shop, attempt);
  if (step === 'quarantine') query(shop, attempt);
  if (step !== 'query_now') return;
  // An ended attempt without a definite answer keeps the message due.
  query(shop, attempt, (asked) => {
    const isOver = attempt.state === 'FAILED' || attempt.state === 'EXPIRED';
    if (!(isOver && (asked === null || asked === 'none'))) settled();
  });
}
