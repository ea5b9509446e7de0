const WORDS = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Sunday 22 November 2026" of `2026-11-22`; a day that does not exist stays as it is. */
export const dayInWords = (day: string): string => inFormat(WORDS, day).replace(',', '');

/** "22 Nov". */
export const shortDay = (day: string): string => inFormat(SHORT, day);

function inFormat(format: Intl.DateTimeFormat, day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? day : format.format(at);
}
