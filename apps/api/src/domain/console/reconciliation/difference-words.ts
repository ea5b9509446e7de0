import { toMinor } from '@webpay/contract/money';
import type { Badge, Sum } from '@webpay/contract/console/shapes';
import type { Difference } from '../../reconciliation/difference.ts';
import type { DayDifference } from './reconciliation-queries.ts';

const CLASSES: Readonly<Record<Difference['class'], string>> = {
  captured_there_unknown_here: 'Captured there, not here',
  captured_here_not_there: 'Captured here, not there',
  amount_differs: 'Amount differs',
  currency_differs: 'Currency differs',
  refunded_there_not_here: 'Refunded there, not here',
  refunded_here_not_there: 'Refunded here, not there',
  state_differs: 'State differs',
  time_differs: 'Time differs',
};

/** The class of a difference in words. */
export const differs = (name: Difference['class']): string => CLASSES[name];

const SETTLED: Readonly<Record<NonNullable<DayDifference['settled_how']>, Badge>> = {
  repaired: { tone: 'green', text: 'Mended by asking' },
  gone: { tone: 'green', text: 'Gone in a later comparison' },
  operator: { tone: 'violet', text: 'Settled by a person' },
};

export const settledText = (how: NonNullable<DayDifference['settled_how']>): Badge => SETTLED[how];

/** States as words: `IN_DOUBT` and `succeeded` of code and statements. */
export const stateText = (state: string): string => state.toLowerCase().replaceAll('_', ' ');

/** A sum that a comparison stored; null: its amount is not one of its currency. */
export function sumOfSide(side: {
  readonly amount: string;
  readonly currency: string;
}): Sum | null {
  try {
    return { minor: toMinor(side), currency: side.currency };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The way out that the console has no step for; null: it has one. */
export function wayOf({ id, next_step: next, order_id: order }: DayDifference): string | null {
  if (next === 'decide') {
    return `The ledger does not have this money. A person adopts it or pays it back: npm run resolve -- adopt ${id}, or pay-back ${id}.`;
  }
  if (next === 'repair' && order === null) return 'Compare the day again: that asks the gateway.';
  return null;
}
