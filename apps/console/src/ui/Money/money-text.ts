import { exponentOf, fromMinor } from '@webpay/contract/money';
import type { Sum } from '@webpay/contract/console/shapes';

/** `€15.49`. Currencies keep their own sign: CA$ is not $. */
export function moneyText({ minor, currency }: Sum): string {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A decimal string by contract: Intl reads it exactly.
  return format.format(fromMinor(minor, currency).amount as Intl.StringNumericLiteral);
}
