import { MAX_SETTLED_DAYS } from '@webpay/contract/console/settlement-calls';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Two days of UTC, both included. */
export type Days = { readonly from: string; readonly to: string };

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The month `back` months before the one of this moment; the present one ends today. */
export function monthOf(now: number, back: number): Days {
  const at = new Date(now);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1);
  const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back + 1, 1) - DAY_MS;
  return { from: dayText(first), to: dayText(Math.min(end, now)) };
}

/** The period as it stands in the address: `2026-11-01..2026-11-22`. Without one, or with another form: this month. */
export function readDays(text: string | null, now: number): Days {
  const [from = '', to = ''] = text?.split('..') ?? [];
  return DAY.test(from) && DAY.test(to) ? { from, to } : monthOf(now, 0);
}

export const writeDays = ({ from, to }: Days): string => `${from}..${to}`;

/** Says why two typed days are no period; null: they are one. */
export function complaintOf({ from, to }: Days): string | null {
  if (!DAY.test(from) || !DAY.test(to)) return 'Give both days.';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return 'The last day is before the first.';
  return days > MAX_SETTLED_DAYS ? `A period has at most ${MAX_SETTLED_DAYS} days.` : null;
}

const FULL = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `1–22 Nov 2026`. A day that does not exist stands as it is written. */
export function daysText({ from, to }: Days): string {
  const ends = [new Date(from), new Date(to)] as const;
  if (ends.some((end) => Number.isNaN(end.getTime())) || from > to) return `${from} to ${to}`;
  return FULL.formatRange(...ends);
}
