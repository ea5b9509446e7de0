import * as v from 'valibot';

/** The window of an event: when it runs, and in which countries. As `events.yaml` says it, and as its row keeps it. */

/** Countries where it is open. Absent: every country that no other window names. Their rules are in catalogue-import/read-window.ts. */
const countries = v.optional(v.array(v.string()));

const between = v.strictObject({
  /** `2026-12-01T00:00:00Z`, or `2026-12-01 00:00` by the clock of `time_zone`. */
  from: v.string(),
  to: v.string(),
  /** IANA name. Absent: the times are instants. */
  time_zone: v.optional(v.string()),
  countries,
});
export type WindowBetween = v.InferOutput<typeof between>;

export const fileWindow = v.union([
  between,
  /** Starts on the day of the first import, and again after it ends. */
  v.strictObject({
    days: v.pipe(v.number(), v.integer(), v.minValue(1)),
    countries,
  }),
  v.pipe(v.array(between), v.maxLength(50)),
]);
export type FileWindow = v.InferOutput<typeof fileWindow>;

/** One entry of column `events.windows`. */
const storedWindow = v.object({
  /** Null: every country that no other entry names. */
  countries: v.nullable(v.array(v.string())),
  starts_at: v.string(),
  ends_at: v.string(),
  time_zone: v.nullable(v.string()),
});
export type StoredWindow = v.InferOutput<typeof storedWindow>;

/** `required`: where no trusted proxy names the player's country, an event of some countries is shut. */
export const network = v.exactOptional(v.literal('required', 'is not required'));

/** Column `events.windows`; null: one window, in every country. */
export const storedWindows = v.nullable(v.array(storedWindow));

/** Countries with a window; null: every country. */
export function openCountries(windows: readonly StoredWindow[] | null): string[] | null {
  if (windows === null || windows.some(({ countries: named }) => named === null)) return null;
  return windows.flatMap(({ countries: named }) => named ?? []);
}

/** The entry of a country; null: the event is shut there. */
export function windowOf<W extends { readonly countries: StoredWindow['countries'] }>(
  windows: readonly W[],
  of: string,
): W | null {
  return (
    windows.find(({ countries: named }) => named?.includes(of)) ??
    windows.find(({ countries: named }) => named === null) ??
    null
  );
}
