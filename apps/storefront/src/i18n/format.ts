import type { Money } from '@webpay/contract/money';
import { cached } from './formatters.ts';
import { langTag, type Lang } from './languages.ts';

/** Currencies whose decimals exist by ISO 4217 only: a whole amount is written without them. */
const WHOLE_IN_USE = ['TWD', 'IDR', 'HUF', 'INR'];

/**
 * Formats money in the reader's locale: "€13.99", "13,99 €", "NT$30".
 * Uses the amount's own decimals, because browsers disagree with ISO 4217 about a few currencies.
 */
export function formatMoney(money: Money, lang: Lang): string {
  const [, part = ''] = money.amount.split('.');
  const isWhole = WHOLE_IN_USE.includes(money.currency) && /^0*$/.test(part);
  const decimals = isWhole ? 0 : part.length;
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

/** Formats whole per cent: "10%", or "+10%" with a sign. */
export function formatPercent(
  percent: number,
  lang: Lang,
  sign: 'auto' | 'always' = 'auto',
): string {
  return cached(
    `percent ${lang} ${sign}`,
    () => new Intl.NumberFormat(langTag(lang), { style: 'percent', signDisplay: sign }),
  ).format(percent / 100);
}

const DATE_STYLES = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats ms since the epoch in the reader's language and, by default, time zone. */
export function formatDate(
  ms: number,
  lang: Lang,
  style: keyof typeof DATE_STYLES = 'date',
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
  const make = () => new Intl.DisplayNames([langTag(lang)], { type: 'region' });
  return cached(`country ${lang}`, make).of(country) ?? country;
}
