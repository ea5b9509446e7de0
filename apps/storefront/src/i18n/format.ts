import { cached } from './formatter-cache.ts';
import { langTag, type Lang } from './languages.ts';

export type Money = { readonly amount: string; readonly currency: string };

/**
 * Formats money in the reader's locale: "€13.99", "13,99 €".
 * Uses the amount's own decimals, because browsers disagree with ISO 4217 about a few currencies.
 */
export function formatMoney(money: Money, lang: Lang): string {
  const decimals = money.amount.split('.')[1]?.length ?? 0;
  return cached(
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
  return cached(`number ${lang}`, () => new Intl.NumberFormat(langTag(lang))).format(value);
}

export type DateStyle = 'date' | 'dateTime' | 'time' | 'day';

const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
};

/** Formats ms since the epoch in the reader's language and, by default, time zone. */
export function formatDate(
  ms: number,
  lang: Lang,
  style: DateStyle = 'date',
  zone?: string,
): string {
  return cached(
    `date ${lang} ${style} ${zone ?? ''}`,
    () =>
      new Intl.DateTimeFormat(langTag(lang), {
        ...DATE_STYLES[style],
        ...(zone === undefined ? {} : { timeZone: zone }),
      }),
  ).format(ms);
}

/** Names a country: "Germany" for DE; the code where the language has no name. */
export function formatCountry(country: string, lang: Lang): string {
  return (
    cached(`country ${lang}`, () => new Intl.DisplayNames([langTag(lang)], { type: 'region' })).of(
      country,
    ) ?? country
  );
}
