/** Rules of the archive: which months may go, and how an event reads in a file (docs/decisions/0092). */

/** The form of the lines, written in each manifest. */
export const ARCHIVE_VERSION = 1;

/** An event as the database gives it; `at` keeps its microseconds. */
export type ArchivedEvent = {
  readonly id: number;
  readonly order_id: string;
  readonly attempt_id: string | null;
  readonly at: string;
  readonly source: string;
  readonly event: string;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly detail: unknown;
};

/**
 * Fields of `detail` that go into a file: numbers, codes and sums. `to` and `because` must never be here, because they are all
 * that an erasure changes in the history: the database refuses every other change of it.
 */
export const ARCHIVED_FIELDS: ReadonlySet<string> = new Set(
  `total_minor currency country amount_minor claimed_minor lost_minor refund reason code why failure instead_of redelivery
  tries notice case kind outcome request declined found state`.split(/\s+/),
);
/** A code of a program. Sentences may hold a person's words, so they stay out. */
const CODE = /^[\w.:-]{1,64}$/;
const LEFT_OUT = '[not archived]';

/** The line of an event, which is the same for the same event each time. */
export function lineOf({ detail, ...event }: ArchivedEvent): string {
  return `${JSON.stringify({ ...event, detail: archivedDetail(detail) })}\n`;
}

function archivedDetail(detail: unknown): Readonly<Record<string, unknown>> {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return {};
  const fields = Object.entries(detail).filter(([name]) => ARCHIVED_FIELDS.has(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, archivedValue(value)]));
}

function archivedValue(value: unknown): unknown {
  if (typeof value === 'string') return CODE.test(value) ? value : LEFT_OUT;
  return typeof value === 'object' && value !== null ? LEFT_OUT : value;
}

/** `2024-03`, of a day in it. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const fileOfMonth = (month: string): string => `order_events-${month}.jsonl.gz`;
export const manifestOfMonth = (month: string): string => `order_events-${month}.manifest.json`;

/** The first day of the oldest month that stays: every earlier one ended `months` whole months ago, or more. */
export function oldBefore(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  return first.toISOString().slice(0, 10);
}
