import type { RefundState } from '@webpay/contract/money-back';
import type { RefundResult } from '../../gateways/port.ts';

/** Who brought a gateway's word about a refund. */
export type RefundSource = 'answer' | 'webhook' | 'query';

/** What a word does: a step to a state, or one of these. */
export type RefundEffect =
  | RefundState
  /** Nothing new. */
  | 'keep'
  /** Nothing new, and not the end: ask again, later each time. */
  | 'wait'
  /** The word alone is not enough: ask the gateway now, its answer decides. */
  | 'ask'
  /** It cannot be true beside what we know: for a person. */
  | 'quarantine';

type Cell = RefundEffect | { readonly webhook: RefundEffect; readonly otherwise: RefundEffect };

/** Doubt is left only by query (payments.md §0.3): a webhook that meets it asks. */
const asking = (otherwise: RefundEffect): Cell => ({ webhook: 'ask', otherwise });

/**
 * Word × state → effect (payments.md §3.4). RESERVED + word: the gateway had said it knew nothing
 * of this number, so it is sent again, which is the same refund there.
 */
export const REFUND_TABLE: Readonly<
  Record<RefundResult['kind'], Readonly<Record<RefundState, Cell>>>
> = {
  succeeded: {
    RESERVED: 'ask',
    SUBMITTING: 'SUCCEEDED',
    PENDING: 'SUCCEEDED',
    UNKNOWN: asking('SUCCEEDED'),
    SUCCEEDED: 'keep',
    FAILED: asking('SUCCEEDED'),
  },
  pending: {
    RESERVED: 'ask',
    SUBMITTING: 'PENDING',
    PENDING: 'wait',
    UNKNOWN: asking('PENDING'),
    SUCCEEDED: 'keep',
    FAILED: asking('quarantine'),
  },
  failed: {
    RESERVED: 'ask',
    SUBMITTING: 'FAILED',
    PENDING: 'FAILED',
    UNKNOWN: asking('FAILED'),
    SUCCEEDED: 'quarantine',
    FAILED: 'keep',
  },
  not_found: {
    RESERVED: 'keep',
    SUBMITTING: 'RESERVED',
    PENDING: 'UNKNOWN',
    UNKNOWN: 'RESERVED',
    SUCCEEDED: 'quarantine',
    FAILED: 'keep',
  },
  indeterminate: {
    RESERVED: 'keep',
    SUBMITTING: { webhook: 'keep', otherwise: 'UNKNOWN' },
    PENDING: 'wait',
    UNKNOWN: 'wait',
    SUCCEEDED: 'keep',
    FAILED: 'keep',
  },
};

export function refundEffect(
  state: RefundState,
  result: RefundResult['kind'],
  source: RefundSource,
): RefundEffect {
  const cell = REFUND_TABLE[result][state];
  if (typeof cell === 'string') return cell;
  return source === 'webhook' ? cell.webhook : cell.otherwise;
}

const SOONEST_MS = 5_000;
const LATEST_MS = 600_000;

/**
 * When a refund that its gateway does not know is sent again, under the same number: as long after
 * as it is old, so that a gateway that stays broken is asked less and less.
 * @param ageMs since it was first sent
 */
export function resendDelayMs(ageMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs));
}

/** What an attempt took, and what of it is on its way back, back, or lost. */
export type Sums = {
  readonly captured: number;
  readonly reserved: number;
  readonly refunded: number;
  readonly lost: number;
};

/** What may still be given back. */
export function leftOf(sums: Sums): number {
  return sums.captured - sums.reserved - sums.refunded - sums.lost;
}

export type RefundRefusal = 'nothing_left' | 'more_than_is_left' | 'case_open' | 'not_a_sum';

/**
 * Whether this much may be promised back (payments.md §3.4): never more than is left, and beside an
 * open case only all that is still there, in one piece.
 */
export function whyNoRefund(
  sums: Sums,
  amount: number,
  hasOpenDispute: boolean,
): RefundRefusal | null {
  const left = leftOf(sums);
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'not_a_sum';
  if (left <= 0) return 'nothing_left';
  if (amount > left) return 'more_than_is_left';
  const isAllAtOnce = sums.reserved === 0 && amount === left;
  return hasOpenDispute && !isAllAtOnce ? 'case_open' : null;
}

/** Nothing of the payment is left, or will be. */
export function isAllBack(sums: Sums): boolean {
  return sums.refunded + sums.lost >= sums.captured;
}
