import type { DisputeState } from '@webpay/contract/money-back';
import type { DisputeUpdate } from '../../gateways/port.ts';

export type DisputeDecision =
  /** New: insert the row and stop deliveries and partial refunds. */
  | 'open'
  /** New and already over: its opening message was lost, or is late. */
  | 'open_and_end'
  | 'end'
  /** Still open: store the newer fields. */
  | 'note'
  /** A repeat, or a message after the end. */
  | 'keep'
  /** Ended with another outcome: an operator decides. */
  | 'quarantine';

/** Known × reported state → decision (payments.md §3.4). No message reopens a dispute. */
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
  /** Minor units booked as lost: at most what is left of the payment. */
  readonly lost: number;
  /** Minor units lost beyond that: an operator checks the gateway's statement. */
  readonly beyond: number;
};

/**
 * Computes the loss of a dispute. A wallet may report one loss twice, as reversal and as dispute;
 * it counts once.
 * @param facts.claimed the dispute's claim; null: the whole payment
 * @param facts.countedElsewhere minor units that the other report of the same loss has booked
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
 * Divides a claim over several payments in the gateway's order; the last one bears any excess.
 * @param claimed null: all of each payment
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

/** Whether disputes of two kinds report the same money twice. */
export function isSameMoney(
  one: DisputeUpdate['disputeKind'],
  other: DisputeUpdate['disputeKind'],
): boolean {
  return (one === 'reversal') !== (other === 'reversal');
}
