import { MAX_SETTLED_DAYS } from '@webpay/contract/console/settlement-calls';
import type { Period } from '../../ledger/settlement-report.ts';
import { refused, type Refused } from '../../operators/operator.ts';

export const DAY_MS = 86_400_000;

/** The period of two days of UTC, both included, and its number of days; refused above the bound. */
export function readPeriod(given: {
  readonly from: string;
  readonly to: string;
}): (Period & { readonly days: number }) | Refused {
  const first = dayOf(given.from);
  const last = dayOf(given.to);
  if (first === null || last === null) {
    return refused(422, 'no_such_day', 'One of the two days does not exist.');
  }
  if (first > last) return refused(422, 'no_period', 'The last day is before the first.');
  const days = (last - first) / DAY_MS + 1;
  if (days > MAX_SETTLED_DAYS) {
    const most = `A period has at most ${MAX_SETTLED_DAYS} days.`;
    return refused(422, 'too_wide', `${most} For a longer one: npm run settlement.`);
  }
  return { from: new Date(first), to: new Date(last + DAY_MS), days };
}

/** Ms of a day's beginning; null for a day such as 31 February. */
function dayOf(text: string): number | null {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at.getTime() : null;
}
