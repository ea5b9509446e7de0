import { exponentOf, fromMinor } from '@webpay/contract/money';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';
import { fieldsOf, textOf } from '../../platform/http-client/json.ts';
import type { NamedMoney } from '../port.ts';

/** Currencies that PayPal moves in whole units; HUF and TWD have decimals elsewhere (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['HUF', 'JPY', 'TWD'];

/** Currencies that every merchant may charge. BRL, CNY and MYR are for merchants of that country only. */
const CURRENCIES =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ');

/** Whether PayPal can charge exactly this amount. */
export function canCharge(minor: number, currency: string): boolean {
  const step = WHOLE_UNITS.includes(currency) ? 10 ** exponentOf(currency) : 1;
  return (
    CURRENCIES.includes(currency) && Number.isSafeInteger(minor) && minor > 0 && minor % step === 0
  );
}

/** The text for an amount that `canCharge` allows; PayPal rejects decimals in a whole-unit currency. */
export function toWire(minor: number, currency: string): string {
  const { amount } = fromMinor(minor, currency);
  return WHOLE_UNITS.includes(currency) ? (amount.split('.', 1)[0] ?? amount) : amount;
}

export function fromWire(value: unknown, currency: string): number | null {
  return typeof value === 'string' ? decimalToMinor(value, currency) : null;
}

/** PayPal's `{ currency_code, value }`; null: unreadable. */
export function amountOf(money: unknown): NamedMoney {
  const { currency_code, value } = fieldsOf(money);
  const currency = textOf(currency_code);
  return { amount: currency === null ? null : fromWire(value, currency), currency };
}
