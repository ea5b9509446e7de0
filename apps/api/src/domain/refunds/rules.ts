import type { RefundState } from '@webpay/contract/money-back';
import type { PayMethod } from '../../config/methods/read-methods.ts';
import type { RefundResult } from '../../gateways/port.ts';

export type RefundSource = 'answer' | 'webhook' | 'query';

/** Effect of a result: a new state, or one of these effects without a new state. */
export type RefundEffect =
  | RefundState
  | 'keep'
  /** Still pending: query again, later each time. */
  | 'wait'
  /** A query decides. */
  | 'ask'
  /** Contradicts our state: an operator decides. */
  | 'quarantine';

type Cell = RefundEffect | { readonly webhook: RefundEffect; readonly otherwise: RefundEffect };

type Effects = Readonly<Record<RefundState, Cell>>;

/** Only a query resolves an unresolved refund (payments.md §0.3); a webhook triggers that query. */
const asking = (otherwise: RefundEffect): Cell => ({ webhook: 'ask', otherwise });
const unanswered: Cell = { webhook: 'keep', otherwise: 'UNKNOWN' };

/** Result × state → effect (payments.md §3.4), as ARCHITECTURE.md shows it. */
export const REFUND_TABLE: Readonly<Record<RefundResult['kind'], Effects>> = {
  succeeded: row('ask', 'SUCCEEDED', 'SUCCEEDED', asking('SUCCEEDED'), 'keep', asking('SUCCEEDED')),
  pending: row('ask', 'PENDING', 'wait', asking('PENDING'), 'keep', asking('quarantine')),
  failed: row('ask', 'FAILED', 'FAILED', asking('FAILED'), 'quarantine', 'keep'),
  not_found: row('keep', 'RESERVED', 'UNKNOWN', 'RESERVED', 'quarantine', 'keep'),
  indeterminate: row('keep', unanswered, 'wait', 'wait', 'keep', 'keep'),
};

function row(
  RESERVED: Cell,
  SUBMITTING: Cell,
  PENDING: Cell,
  UNKNOWN: Cell,
  SUCCEEDED: Cell,
  FAILED: Cell,
): Effects {
  return { RESERVED, SUBMITTING, PENDING, UNKNOWN, SUCCEEDED, FAILED };
}

export function refundEffect(
  state: RefundState,
  result: RefundResult['kind'],
  source: RefundSource,
): RefundEffect {
  const cell = REFUND_TABLE[result][state];
  if (typeof cell === 'string') return cell;
  return source === 'webhook' ? cell.webhook : cell.otherwise;
}

/** A refused refund of an overpayment or of undeliverable goods is sent again this many times, once a day. */
export const RETRIES = 14;
export const RETRY_EVERY_MS = 24 * 3_600_000;

const SOONEST_MS = 5_000;
const LATEST_MS = 600_000;

/**
 * Delay before a refund that its gateway does not know is sent again, under the same id: as long as
 * its age, from 5 s to 10 min.
 * @param ageMs since it was first sent
 */
export function resendDelayMs(ageMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs));
}

/** Sends of one refund that its gateway does not know, in about seven hours; then an operator decides. */
export const MAX_SENDS = 50;

const DAY_MS = 24 * 3_600_000;

/**
 * End of the days in which a method returns the money of an attempt. The money came at most a code's life after the
 * attempt began. Infinity: its facts are unknown, or it left the list.
 */
export function refundableUntilMs(
  method: Pick<PayMethod, 'refundDays' | 'lifeMs'> | undefined,
  begunAt: Date,
): number {
  if (method === undefined || method.refundDays === null) return Infinity;
  return begunAt.getTime() + method.lifeMs + method.refundDays * DAY_MS;
}

/** Failure of a refund whose method returns no money: its gateway was not called. */
export const NO_WAY_BACK = 'method_without_refund';

/** Whether a method returns money; unknown facts refuse nothing. */
export function returnsMoney(
  method: Pick<PayMethod, 'refundDays' | 'isRefundable'> | undefined,
): boolean {
  return method === undefined || method.refundDays === null || method.isRefundable;
}

/** Failure of a refund that its gateway never knew, before its last answer. */
const UNKNOWN_THERE = 'unknown_at_gateway';

/** @param why the gateway's last answer to the refund itself; null: none is known */
export function notFoundFailure(why: string | null): string {
  return why === null ? UNKNOWN_THERE : `${UNKNOWN_THERE}: ${why.slice(0, 100)}`;
}

/** Whether only an operator sends a failed refund again: the shop tried enough, cannot, or released it. */
export function isLeftToPerson(failure: string | undefined): boolean {
  if (failure === undefined) return false;
  const isReleased = failure === 'paid_back_elsewhere' || failure === 'lost_to_a_case';
  return isReleased || failure === NO_WAY_BACK || failure.startsWith(UNKNOWN_THERE);
}

/** Minor units of one attempt; `lost` counts chargebacks. */
export type Sums = {
  readonly captured: number;
  readonly reserved: number;
  readonly refunded: number;
  readonly lost: number;
};

export function leftOf(sums: Sums): number {
  return sums.captured - sums.reserved - sums.refunded - sums.lost;
}

export type RefundRefusal =
  | 'nothing_left'
  | 'more_than_is_left'
  | 'case_open'
  | 'case_may_take_it'
  | 'not_a_sum'
  | 'not_in_parts';

/**
 * Allows at most the sum left; during an open dispute, only all of it (payments.md §3.4).
 * @param isInParts whether the method returns parts: without them, only the whole payment can be refunded
 */
export function whyNoRefund(
  sums: Sums,
  amount: number,
  hasOpenDispute: boolean,
  isInParts: boolean,
): RefundRefusal | null {
  const left = leftOf(sums);
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'not_a_sum';
  if (left <= 0) return 'nothing_left';
  if (amount > left) return 'more_than_is_left';
  if (!isInParts && amount !== sums.captured) return 'not_in_parts';
  const isAllAtOnce = sums.reserved === 0 && amount === left;
  return hasOpenDispute && !isAllAtOnce ? 'case_open' : null;
}

/**
 * Allows to book money returned outside the gateway. An open dispute may still take the same money: it ends first.
 * The gateway's rules about parts do not bind a bank.
 */
export function whyNotOutside(
  sums: Sums,
  amount: number,
  hasOpenDispute: boolean,
): RefundRefusal | null {
  return hasOpenDispute ? 'case_may_take_it' : whyNoRefund(sums, amount, false, true);
}

/** Whether a reserved refund waits for an open dispute: beside one, a gateway refunds the whole sum left, or nothing. */
export function isHeldByDispute(sums: Sums, amount: number, hasOpenDispute: boolean): boolean {
  return hasOpenDispute && amount !== leftOf({ ...sums, reserved: 0 });
}

export function isAllBack(sums: Sums): boolean {
  return sums.refunded + sums.lost >= sums.captured;
}
