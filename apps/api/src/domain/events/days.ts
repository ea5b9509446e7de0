/** Days of events in UTC, whatever a player's zone (S10). Pure; computes every day boundary. */

const DAY_MS = 86_400_000;

/** `2026-11-22`, as the database's `date` is written. */
export type Day = string;

export function dayOf(at: Date): Day {
  const number = Math.floor(at.getTime() / DAY_MS);
  if (number !== last.number) last = { number, day: at.toISOString().slice(0, 10) };
  return last.day;
}

/** Caches the last day, which most calls ask for again. */
let last: { readonly number: number; readonly day: Day } = { number: Number.NaN, day: '' };

export function dayStart(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

export function dayEnd(at: Date): Date {
  return new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS);
}

export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(dayStart(day).getTime() + count * DAY_MS));
}

/** Whole days between two days; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((dayStart(to).getTime() - dayStart(from).getTime()) / DAY_MS);
}

export type Window = { readonly starts_at: Date; readonly ends_at: Date };
export type WindowState = 'not_started' | 'running' | 'ended';

/** Includes the first moment of a window and excludes its last. */
export function stateOf({ starts_at, ends_at }: Window, now: Date): WindowState {
  if (now < starts_at) return 'not_started';
  return now < ends_at ? 'running' : 'ended';
}
