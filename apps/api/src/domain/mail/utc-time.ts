import { type Language, languageTag } from '@webpay/contract/languages';

/** Parts of a time of day, which its zone follows: Vietnamese writes them before the date. */
const CLOCK: ReadonlySet<string> = new Set(['hour', 'minute', 'dayPeriod']);

/** "Nov 24, 2026, 6:00 PM UTC" in a language: the player's time zone is not known. @param at ms since the epoch */
export function utcTime(lang: Language, at: number): string {
  const format = new Intl.DateTimeFormat(languageTag(lang), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const parts = format.formatToParts(at);
  const end = parts.findLastIndex(({ type }) => CLOCK.has(type));
  return parts.map(({ value }, n) => (n === end ? `${value} UTC` : value)).join('');
}
