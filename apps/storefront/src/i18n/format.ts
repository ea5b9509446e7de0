import { kept } from './formatter-cache.ts';
import { langTag, type Lang } from './languages.ts';

export type Money = { readonly amount: string; readonly currency: string };

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
