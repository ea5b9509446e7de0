import type { DisputeState } from '@webpay/contract/money-back';
import type { DisputeUpdate } from '../../gateways/port.ts';

/** What a word about a case does to the case as we know it. */
export type DisputeDecision =
  /** First heard of: the row is made, and what an open case stops is stopped. */
  | 'open'
  /** First heard of when it is over already: its beginning was lost, or is late. */
  | 'open_and_end'
  | 'end'
  /** Still open, in the gateway's newer words. */
  | 'note'
  /** A repeat, or a word that comes after the end. */
  | 'keep'
  /** Over, and now said to have ended otherwise: for a person. */
  | 'quarantine';

/** Known state × said state → step (payments.md §3.4). What comes late never opens a case again. */
export const DISPUTE_TABLE: Readonly<
  Record<'unknown' | DisputeState, Readonly<Record<DisputeState, DisputeDecision>>>
> = {
  unknown: { open: 'open', won: 'open_and_end', lost: 'open_and_end', cancelled: 'open_and_end' },
  open: { open: 'note', won: 'end', lost: 'end', cancelled: 'end' },
  won: { open: 'keep', won: 'keep', lost: 'quarantine', cancelled: 'keep' },
  lost: { open: 'keep', won: 'quarantine', lost: 'keep', cancelled: 'quarantine' },
  cancelled: { open: 'keep', won: 'keep', lost: 'quarantine', cancelled: 'keep' },
};

export type Loss = {
  /** What is booked as lost: never more than is left of the payment. */
  readonly lost: number;
  /** What is said to be gone beyond that: somebody must look at the gateway's statement. */
  readonly beyond: number;
};

/**
 * What a lost case costs. A wallet tells the reversal of a payment beside the dispute that led to
 * it: the same money, counted once.
 * @param claimed as the case claims it; null: the whole payment
 * @param countedElsewhere lost already by the reversal of a dispute, or by the dispute of a reversal
 */
export function lossOf(facts: {
  readonly claimed: number | null;
  readonly captured: number;
  readonly left: number;
  readonly countedElsewhere: number;
}): Loss {
  const due = Math.max(0, (facts.claimed ?? facts.captured) - facts.countedElsewhere);
  const lost = Math.min(due, Math.max(0, facts.left));
  return { lost, beyond: due - lost };
}

/**
 * How a sum that is claimed of several payments falls on each of them, in the gateway's order: the
 * first ones whole, the last bears what goes beyond all of them.
 * @param claimed null: all of each is meant
 */
export function sharesOf(
  claimed: number | null,
  captured: readonly number[],
): readonly (number | null)[] {
  if (claimed === null) return captured.map(() => null);
  let rest = claimed;
  return captured.map((sum, index) => {
    const share = index === captured.length - 1 ? rest : Math.min(sum, rest);
    rest -= share;
    return share;
  });
}

/** Whether two kinds of case tell of the same money twice. */
export function isSameMoney(
  one: DisputeUpdate['disputeKind'],
  other: DisputeUpdate['disputeKind'],
): boolean {
  return (one === 'reversal') !== (other === 'reversal');
}
