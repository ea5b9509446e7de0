import type { Sum } from '@webpay/contract/console/shapes';
import { exponentOf } from '@webpay/contract/money';

/** Words that sentences for operators share. */

/** "€15.49", as the pages show sums; another country's dollar keeps its country: "CA$15.49". */
export function sumInWords({ minor, currency }: Sum): string {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(minor / 10 ** digits).replaceAll(/\s/g, ' ');
}

const GATEWAYS: ReadonlyMap<string, string> = new Map([
  ['payermax', 'PayerMax'],
  ['paypal', 'PayPal'],
]);

export function gatewayInWords(provider: string): string {
  return GATEWAYS.get(provider) ?? provider;
}

/** Joins text of players, games and gateways to one line, without marks that turn it, and cuts it. */
export function inOneLine(text: string, longest = 200): string {
  const line = text.replaceAll(/[\s\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
