import { langTag, type Lang } from './languages.ts';

type Unit = 'day' | 'hour' | 'minute' | 'second';

function unit(value: number, name: Unit, lang: Lang, display: 'narrow' | 'long'): string {
  return cached(
    `unit ${lang} ${name} ${display}`,
    () => new Intl.NumberFormat(langTag(lang), { style: 'unit', unit: name, unitDisplay: display }),
  ).format(value);
}

/** Formats one unit of time briefly: "3d", "3天". */
export function formatUnit(value: number, name: Unit, lang: Lang): string {
  return unit(value, name, lang, 'narrow');
}

/** Formats the two largest units: "3 days, 14 hours" (long), "3d 14h" (narrow). */
export function formatDuration(
  ms: number,
  lang: Lang,
  display: 'narrow' | 'long' = 'long',
): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts: [number, Unit][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const found = parts.findIndex(([value]) => value > 0);
  const from = found === -1 ? 3 : found;
  const shown = parts.slice(from, from >= 2 ? from + 1 : from + 2).filter(([value]) => value > 0);
  const texts = (shown.length > 0 ? shown : parts.slice(3)).map(([value, name]) => {
    const text = unit(value, name, lang, display);
    // German inflects the unit after "in", which Intl does not know.
    return lang === 'de' ? text.replace(/Tage$/, 'Tagen') : text;
  });
  return cached(
    `list ${lang} ${display}`,
    () => new Intl.ListFormat(langTag(lang), { type: 'unit', style: display }),
  ).format(texts);
}

/** Formats a wait: rounded up, so that a try after it is served. */
export function formatWait(ms: number, lang: Lang): string {
  const step = ms > 60_000 ? 60_000 : 1_000;
  return formatDuration(Math.ceil(ms / step) * step, lang);
}

const formatters = new Map<string, unknown>();

/** Caches Intl formatters, which cost ~50 µs each, by language and options. */
export function cached<T>(key: string, make: () => T): T {
  const known = formatters.get(key);
  // The key names the constructor and its arguments, so the type fits.
  if (known !== undefined) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}
