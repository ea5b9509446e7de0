/** Times of the console in UTC, and distances in words. */

const DAY_MS = 86_400_000;
const UNITS = [
  { name: 'd', ms: DAY_MS },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

const form = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const CLOCK = form({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const DAY = form({ day: 'numeric', month: 'short' });
const DAY_YEAR = form({ day: 'numeric', month: 'short', year: 'numeric' });
const LOCAL = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

const LOCAL_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** `14:02:11` */
export const clockText = (at: number): string => CLOCK.format(at);

/** `28 Nov`, with the year when it is another one. */
export function dayText(at: number, now: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? DAY : DAY_YEAR).format(at);
}

/** The clock of today, else day and clock. */
export function momentText(at: number, now: number): string {
  return dayOf(at) === dayOf(now) ? clockText(at) : `${dayText(at, now)}, ${clockText(at)}`;
}

/** `28 Nov 2026, 14:02:11 UTC` */
export const fullText = (at: number): string => `${DAY_YEAR.format(at)}, ${clockText(at)} UTC`;

/** The same moment by the clock of this computer. */
export const localText = (at: number): string => LOCAL.format(at);

/** `Tue, 1 Dec, 10:00 CET`: day and minute by the clock of this computer. */
export const localDayText = (at: number): string => LOCAL_DAY.format(at);

/** `1.1 s`, `12 s`, `4 min`, `2 h`, `3 d`: one unit, rounded down. */
export function spanText(ms: number): string {
  const length = Math.abs(ms);
  if (length < 10_000) return `${(length / 1000).toFixed(1)} s`;
  for (const { name, ms: unit } of UNITS) {
    if (length >= unit) return `${Math.floor(length / unit)} ${name}`;
  }
  return '0 s';
}

/** `4 min ago`, `in 2 h`, `now` */
export function distanceText(at: number, now: number): string {
  const ahead = at - now;
  if (Math.abs(ahead) < 5000) return 'now';
  return ahead > 0 ? `in ${spanText(ahead)}` : `${spanText(ahead)} ago`;
}
