import { exponentOf, fromMinor } from '@webpay/contract/money';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';

/** PayPal moves these in whole units; HUF and TWD have decimals everywhere else (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['HUF', 'JPY', 'TWD'];

/** What any merchant may charge. BRL, CNY and MYR are for merchants of that country only. */
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

/** Whether PayPal can charge exactly this sum. */
export function canCharge(minor: number, currency: string): boolean {
  const step = WHOLE_UNITS.includes(currency) ? 10 ** exponentOf(currency) : 1;
  return (
    CURRENCIES.includes(currency) && Number.isSafeInteger(minor) && minor > 0 && minor % step === 0
  );
}

/** PayPal's text for a sum that `canCharge` allows; a decimal point in a whole-unit currency is an error. */
export function toWire(minor: number, currency: string): string {
  const { amount } = fromMinor(minor, currency);
  return WHOLE_UNITS.includes(currency) ? (amount.split('.', 1)[0] ?? amount) : amount;
}

export function fromWire(value: unknown, currency: string): number | null {
  return typeof value === 'string' ? decimalToMinor(value, currency) : null;
}
