import { inOneLine } from './words.ts';

/** "28 Nov 2026, 15:00 UTC" */
const UTC = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

export const utcInWords = (at: Date): string => `${UTC.format(at)} UTC`;

/** Ends a refusal: the person who changed the object meanwhile, when, and why. */
export function changedSince({
  by_name: name,
  at,
  because,
}: {
  readonly by_name: string | null;
  readonly at: Date | null;
  readonly because: string | null;
}): string {
  const when = at === null ? '' : ` at ${utcInWords(at)}`;
  return `${inOneLine(name ?? 'Another person', 64)} did it${when}: “${inOneLine(because ?? '')}”.`;
}
