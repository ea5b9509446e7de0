import { cached } from './formatters.ts';
import { langTag, type Lang } from './languages.ts';

type Unit = 'day' | 'hour' | 'minute' | 'second';
type Display = 'narrow' | 'long';

/** Size in seconds and number in the next bigger unit. */
const UNITS: readonly [Unit, number, number][] = [
  ['day', 86_400, Infinity],
  ['hour', 3600, 24],
  ['minute', 60, 60],
  ['second', 1, 60],
];

function unit(value: number, name: Unit, lang: Lang, display: Display): string {
  // Intl's short forms are stiff in these: people write "13d", "13gg", "13 hari".
  const brief = 'en it'.includes(lang) ? 'narrow' : 'ms id'.includes(lang) ? 'long' : 'short';
  const unitDisplay = display === 'long' ? display : brief;
  const text = cached(
    `unit ${lang} ${name} ${unitDisplay}`,
    () => new Intl.NumberFormat(langTag(lang), { style: 'unit', unit: name, unitDisplay }),
  ).format(value);
  // German inflects the unit after "in"; Intl shortens Tamil hours to a letter.
  return text.replace(/Tage$/, 'Tagen').replace(/ம\..*/, 'மணிநேரம்');
}

/** Formats the two largest units: "3 days 14 hours" (long), "3d 14h" (narrow). */
export function formatDuration(ms: number, lang: Lang, display: Display = 'long'): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = UNITS.map(([, size, many]) => Math.floor(seconds / size) % many);
  const from = parts.findIndex((value, at) => value > 0 || at === 3);
  const texts = UNITS.flatMap(([name], at) => {
    const value = parts[at] ?? 0;
    const isShown = at === from || (from < 2 && at === from + 1 && value > 0);
    return isShown ? unit(value, name, lang, display) : [];
  });
  return texts.join(lang === 'zh' ? '' : ' ');
}

/** Formats a wait: rounded up, so that a try after it is served. */
export function formatWait(ms: number, lang: Lang): string {
  const step = ms > 60_000 ? 60_000 : 1_000;
  return formatDuration(Math.ceil(ms / step) * step, lang);
}
