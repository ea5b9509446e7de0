import { exponentOf, fromMinor } from '@webpay/contract/money';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';

/** Currencies that PayPal moves in whole units; HUF and TWD have decimals elsewhere (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['HUF', 'JPY', 'TWD'];

/** Currencies that every merchant may charge. BRL, CNY and MYR are for merchants of that country only. */
const CURRENCIES: readonly string[] = [
  'AUD',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'ILS',
  'JPY',
  'MXN',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'TWD',
  'USD',
];

/** Whether PayPal can charge exactly this amount. */
export function canCharge(minor: number, currency: string): boolean {
  const step = WHOLE_UNITS.includes(currency) ? 10 ** exponentOf(currency) : 1;
  return (
    CURRENCIES.includes(currency) && Number.isSafeInteger(minor) && minor > 0 && minor % step === 0
  );
}

/** The text for an amount that `canCharge` allows; PayPal rejects a decimal point in a whole-unit currency. */
export function toWire(minor: number, currency: string): string {
  const { amount } = fromMinor(minor, currency);
  return WHOLE_UNITS.includes(currency) ? (amount.split('.', 1)[0] ?? amount) : amount;
}

export function fromWire(value: unknown, currency: string): number | null {
  return typeof value === 'string' ? decimalToMinor(value, currency) : null;
}
