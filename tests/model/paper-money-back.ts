import {
  DISPUTE_TRANSITIONS,
  REFUND_TRANSITIONS,
  type DisputeState,
  type RefundState,
} from '@webpay/contract/money-back';
import { DELIVERY_TRANSITIONS, type DeliveryState } from '@webpay/contract/order-states';
import { DISPUTE_TABLE, lossOf } from '../../apps/api/src/domain/disputes/rules.ts';
import { ANSWER_LEASE_MS } from '../../apps/api/src/domain/payments/rules.ts';
import {
  isAllBack,
  leftOf,
  refundEffect,
  whyNoRefund,
  type RefundSource,
} from '../../apps/api/src/domain/refunds/rules.ts';
import type { RefundResult } from '../../apps/api/src/gateways/port.ts';
import { query } from './paper-payments.ts';
import {
  isOverpayment,
  transitionOrder,
  reserveRefund,
  type PaperAttempt,
  type PaperRefund,
  type PaperShop,
} from './paper-shop.ts';

const RUNNING: readonly RefundState[] = ['SUBMITTING', 'PENDING', 'UNKNOWN'];

export function sendMail(shop: PaperShop): void {
  const { delivery } = shop;
  if (delivery === null || !isUnsent(shop) || delivery.leaseUntilMs > shop.nowMs) return;
  if (shop.order.state === 'refunded') return endUnsent(shop);
  if (delivery.isHeld || shop.order.state !== 'success') return;
  if (delivery.leaseUntilMs > 0) delivery.maybeGiven = true;
  delivery.leaseUntilMs = shop.nowMs + ANSWER_LEASE_MS;
  shop.calls.push({
    kind: 'mail',
    sentAtMs: shop.nowMs,
    answer: (end) => {
      delivery.leaseUntilMs = 0;
      if (end === 'sent') return transitionDelivery(shop, 'delivered');
      if (end === 'silent') {
        transitionDelivery(shop, 'retrying');
        delivery.maybeGiven = true;
        if (shop.order.state === 'refunded') endUnsent(shop);
        return;
      }
      transitionDelivery(shop, 'rejected');
      const paid = shop.attempts.find((each) => each.captured > 0 && !isOverpayment(shop, each));
      if (paid === undefined) throw new Error('a delivery without a capture');
      if (leftOf(paid) > 0) reserveRefund(shop, paid, leftOf(paid), 'not_deliverable');
    },
  });
}

export function isUnsent({ delivery }: PaperShop): boolean {
  return delivery?.state === 'queued' || delivery?.state === 'retrying';
}

function transitionDelivery({ delivery }: PaperShop, to: DeliveryState): void {
  if (delivery === null) throw new Error('no delivery');
  if (delivery.state === to) return;
  if (!DELIVERY_TRANSITIONS[delivery.state].includes(to)) {
    throw new Error(`delivery ${delivery.state} → ${to}`);
  }
  delivery.state = to;
}

/** A delivery with a lease is left to its worker. */
function isLeased({ delivery, nowMs }: PaperShop): boolean {
  return (delivery?.leaseUntilMs ?? 0) > nowMs;
}

/** Goods that may have been given count as given, because their money is gone. */
function presumeGiven(shop: PaperShop): void {
  const { delivery } = shop;
  if (delivery === null || !isUnsent(shop) || isLeased(shop)) return;
  if (delivery.maybeGiven || delivery.leaseUntilMs > 0) transitionDelivery(shop, 'delivered');
}

function endUnsent(shop: PaperShop): void {
  presumeGiven(shop);
  if (isUnsent(shop) && !isLeased(shop)) transitionDelivery(shop, 'cancelled');
}

export function pushRefund(shop: PaperShop, refund: PaperRefund): void {
  if (refund.state === 'SUCCEEDED' || refund.state === 'FAILED') return;
  if (refund.state !== 'RESERVED') return queryRefund(shop, refund);
  const isWaiting = shop.refunds.some((each) => each !== refund && RUNNING.includes(each.state));
  const all = leftOf({ ...refund.attempt, reserved: 0 });
  if (isWaiting || (hasOpenDispute(shop, refund.attempt) && refund.amount !== all)) return;
  refund.requestedAtMs ??= shop.nowMs;
  transitionRefund(refund, 'SUBMITTING');
  shop.calls.push({
    kind: 'refund',
    refund,
    sentAtMs: shop.nowMs,
    answer: (result) => void applyRefundResult(shop, refund, result, 'answer'),
  });
}

function queryRefund(shop: PaperShop, refund: PaperRefund): void {
  shop.calls.push({
    kind: 'query_refund',
    refund,
    sentAtMs: shop.nowMs,
    answer: (result) => void applyRefundResult(shop, refund, result, 'query'),
  });
}

export function applyRefundUpdate(shop: PaperShop, refund: PaperRefund, result: RefundResult) {
  if (applyRefundResult(shop, refund, result, 'webhook') !== 'ask') return;
  if (refund.state === 'FAILED') queryRefund(shop, refund);
  else pushRefund(shop, refund);
}

function applyRefundResult(
  shop: PaperShop,
  refund: PaperRefund,
  result: RefundResult,
  source: RefundSource,
) {
  let effect = refundEffect(refund.state, result.kind, source);
  const isLate = refund.state === 'FAILED' && effect === 'SUCCEEDED';
  if (isLate && leftOf(refund.attempt) < refund.amount) effect = 'quarantine';
  if (effect === 'quarantine') shop.quarantine.push(`${refund.id} ${result.kind}`);
  if (effect === 'keep' || effect === 'wait' || effect === 'ask' || effect === 'quarantine') {
    return effect;
  }
  transitionRefund(refund, effect);
  if (effect === 'SUCCEEDED') finishOrder(shop, refund.attempt);
  return effect;
}

/** Updates the sums as the database's triggers do. */
function transitionRefund(refund: PaperRefund, to: RefundState): void {
  const { attempt, amount, state: from } = refund;
  if (!REFUND_TRANSITIONS[from].includes(to)) throw new Error(`refund ${from} → ${to}`);
  const isRunning = (state: RefundState): boolean => state !== 'SUCCEEDED' && state !== 'FAILED';
  attempt.reserved += (isRunning(to) ? amount : 0) - (isRunning(from) ? amount : 0);
  attempt.refunded += to === 'SUCCEEDED' ? amount : 0;
  refund.state = to;
}

function finishOrder(shop: PaperShop, attempt: PaperAttempt): void {
  if (isOverpayment(shop, attempt) || shop.order.state !== 'success' || !isAllBack(attempt)) return;
  endUnsent(shop);
  transitionOrder(shop, 'refunded', 'not_deliverable');
}

function hasOpenDispute(shop: PaperShop, attempt: PaperAttempt): boolean {
  return [...shop.cases.values()].some((each) => each.attempt === attempt && each.state === 'open');
}

/** apply-dispute-update.ts: a payment without a capture is queried first. */
export function applyDisputeUpdate(
  shop: PaperShop,
  attempt: PaperAttempt,
  said: DisputeState,
  settled: (isKept: boolean) => void,
): void {
  const apply = (): void => {
    const isDoubtful = ['SUBMITTING', 'PROCESSING', 'UNKNOWN'].includes(attempt.state);
    if (attempt.state !== 'SUCCEEDED' && isDoubtful) return;
    const isPaid = attempt.state === 'SUCCEEDED';
    // The answer about the goods decides how the loss is booked: the message stays due.
    if (isPaid && said === 'lost' && endsDispute(shop, attempt, said) && isBeingSent(shop, attempt))
      return;
    if (isPaid) takeStep(shop, attempt, said);
    else shop.quarantine.push(`case of ${attempt.id}: nothing_was_captured`);
    settled(!isPaid);
  };
  if (attempt.state === 'SUCCEEDED') apply();
  else query(shop, attempt, apply);
}

function endsDispute(shop: PaperShop, attempt: PaperAttempt, said: DisputeState): boolean {
  const step = DISPUTE_TABLE[shop.cases.get(`C${attempt.id}`)?.state ?? 'unknown'][said];
  return step === 'end' || step === 'open_and_end';
}

function isBeingSent(shop: PaperShop, attempt: PaperAttempt): boolean {
  return !isOverpayment(shop, attempt) && isUnsent(shop) && isLeased(shop);
}

function takeStep(shop: PaperShop, attempt: PaperAttempt, said: DisputeState): void {
  const id = `C${attempt.id}`;
  const known = shop.cases.get(id);
  const step = DISPUTE_TABLE[known?.state ?? 'unknown'][said];
  if (step === 'quarantine') shop.quarantine.push(`${id} ${said}`);
  if (step === 'open' || step === 'open_and_end') {
    shop.cases.set(id, { attempt, state: 'open' });
    shop.isFlagged = true;
    if (!isOverpayment(shop, attempt) && shop.delivery !== null && isUnsent(shop)) {
      shop.delivery.isHeld = true;
    }
  }
  if (step !== 'end' && step !== 'open_and_end') return;
  const mine = shop.cases.get(id);
  if (mine === undefined || !DISPUTE_TRANSITIONS[mine.state].includes(said)) {
    throw new Error(`case ${mine?.state ?? 'unknown'} → ${said}`);
  }
  mine.state = said;
  if (said === 'lost') loseDispute(shop, attempt);
  const isStillOpen = [...shop.cases.values()].some((each) => each.state === 'open');
  const goesOn = said !== 'lost' || isOverpayment(shop, attempt);
  if (goesOn && !isStillOpen && shop.delivery !== null) shop.delivery.isHeld = false;
}

function loseDispute(shop: PaperShop, attempt: PaperAttempt): void {
  for (const each of shop.refunds) {
    const isUnsentRefund = each.state === 'RESERVED' && each.requestedAtMs === null;
    if (each.attempt === attempt && isUnsentRefund) transitionRefund(each, 'FAILED');
  }
  if (!isOverpayment(shop, attempt)) presumeGiven(shop);
  const facts = { claimed: null, captured: attempt.captured, countedElsewhere: 0 };
  const loss = lossOf({ ...facts, left: leftOf(attempt) });
  attempt.lost += loss.lost;
  if (loss.beyond > 0) shop.quarantine.push(`${attempt.id} lost_beyond_captured ${loss.beyond}`);
  if (isOverpayment(shop, attempt)) return;
  const wasUnsent = isUnsent(shop);
  if (shop.delivery !== null && wasUnsent && !isLeased(shop)) shop.delivery.isHeld = false;
  endUnsent(shop);
  if (shop.order.state === 'success') transitionOrder(shop, 'refunded', 'chargeback');
  const left = leftOf(attempt);
  if (
    wasUnsent &&
    left > 0 &&
    whyNoRefund(attempt, left, hasOpenDispute(shop, attempt), true) === null
  ) {
    reserveRefund(shop, attempt, left, 'not_deliverable');
  }
}

/** Lost during a refund: only an operator can resolve it. */
export function isForPerson(shop: PaperShop, attempt: PaperAttempt): boolean {
  return shop.quarantine.some((each) => each.startsWith(`${attempt.id} lost_beyond_captured`));
}

/** Reserves each refused refund again under a new number, as an operator does. */
export function sendRefusedAgain(shop: PaperShop): void {
  for (const { state, attempt, reason } of shop.refunds.slice()) {
    const left = leftOf(attempt);
    if (isForPerson(shop, attempt)) continue;
    if (
      state === 'FAILED' &&
      whyNoRefund(attempt, left, hasOpenDispute(shop, attempt), true) === null
    ) {
      reserveRefund(shop, attempt, left, reason);
    }
  }
}
