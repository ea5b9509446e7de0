import { langTag, type Lang } from './languages.ts';

export type Money = { readonly amount: string; readonly currency: string };

const formatters = new Map<string, unknown>();

/** Intl formatters are dear to make (~50 µs); one per language and options is kept. */
function kept<T>(key: string, make: () => T): T {
  const known = formatters.get(key);
  // The key names the constructor and its arguments, so the value has the type asked for.
  if (known !== undefined) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

/**
 * Money in the reader's writing: `{amount:"13.99",currency:"EUR"}` → "€13.99", "13,99 €".
 * The number of decimals is that of the amount (the contract sends exactly the currency's
 * exponent), because browsers disagree with ISO 4217 about a few currencies.
 */
export function formatMoney(money: Money, lang: Lang): string {
  const decimals = money.amount.split('.')[1]?.length ?? 0;
  return kept(
    `money ${lang} ${money.currency} ${decimals}`,
    () =>
      new Intl.NumberFormat(langTag(lang), {
        style: 'currency',
        currency: money.currency,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  ).format(Number(money.amount));
}

export function formatNumber(value: number, lang: Lang): string {
  return kept(`number ${lang}`, () => new Intl.NumberFormat(langTag(lang))).format(value);
}

export type DateStyle = 'date' | 'dateTime' | 'time' | 'day';

const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
};

/** A moment (ms since the epoch) in the reader's language and, unless told, the reader's zone. */
export function formatDate(
  ms: number,
  lang: Lang,
  style: DateStyle = 'date',
  zone?: string,
): string {
  return kept(
    `date ${lang} ${style} ${zone ?? ''}`,
    () =>
      new Intl.DateTimeFormat(langTag(lang), {
        ...DATE_STYLES[style],
        ...(zone === undefined ? {} : { timeZone: zone }),
      }),
  ).format(ms);
}

/** "Germany" for DE; the code itself where the language has no name for it. */
export function formatCountry(country: string, lang: Lang): string {
  return (
    kept(`country ${lang}`, () => new Intl.DisplayNames([langTag(lang)], { type: 'region' })).of(
      country,
    ) ?? country
  );
}

type Unit = 'day' | 'hour' | 'minute' | 'second';

function unit(value: number, name: Unit, lang: Lang, display: 'narrow' | 'long'): string {
  return kept(
    `unit ${lang} ${name} ${display}`,
    () => new Intl.NumberFormat(langTag(lang), { style: 'unit', unit: name, unitDisplay: display }),
  ).format(value);
}

/** One unit of time in few letters: "3d", "3天". */
export function formatUnit(value: number, name: Unit, lang: Lang): string {
  return unit(value, name, lang, 'narrow');
}

/**
 * How long something takes, in its two largest units: "3 days, 14 hours" (long), "3d 14h"
 * (narrow). Below a minute: seconds.
 */
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
  const texts = (shown.length > 0 ? shown : parts.slice(3)).map(([value, name]) =>
    unit(value, name, lang, display),
  );
  return kept(
    `list ${lang} ${display}`,
    () => new Intl.ListFormat(langTag(lang), { type: 'unit', style: display }),
  ).format(texts);
}
