import { fieldsOf } from '../shape.ts';
import { badRequest, unprocessable, type PaypalError } from './errors.ts';

/** PayPal moves these in whole units, although HUF and TWD have decimals by ISO. */
const WHOLE_UNITS = new Set(['HUF', 'JPY', 'TWD']);
/** Without BRL, CNY and MYR, which are reserved for merchants of that country. */
const CURRENCIES = new Set(
  'AUD CAD CZK DKK EUR HKD HUF ILS JPY MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);
const VALUE = /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/;

export type Amount = { readonly currency: string; readonly minor: number; readonly value: string };

export function readAmount(value: unknown, field: string): Amount | PaypalError {
  const { currency_code, value: text } = fieldsOf(value);
  if (typeof currency_code !== 'string') {
    return badRequest('MISSING_REQUIRED_PARAMETER', `${field}/currency_code`);
  }
  if (typeof text !== 'string') return badRequest('MISSING_REQUIRED_PARAMETER', `${field}/value`);
  if (!/^[A-Z]{3}$/.test(currency_code)) {
    return badRequest('INVALID_CURRENCY_CODE', `${field}/currency_code`);
  }
  if (!VALUE.test(text) || text.length > 32) {
    return badRequest('INVALID_PARAMETER_SYNTAX', `${field}/value`);
  }
  if (!CURRENCIES.has(currency_code)) {
    return unprocessable('CURRENCY_NOT_SUPPORTED', `${field}/currency_code`);
  }
  if (!(Number(text) > 0)) return unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`);
  const decimals = text.split('.')[1]?.length ?? 0;
  if (WHOLE_UNITS.has(currency_code) && text.includes('.')) {
    return unprocessable('DECIMALS_NOT_SUPPORTED', `${field}/value`);
  }
  if (decimals > 2) return unprocessable('DECIMAL_PRECISION', `${field}/value`);
  const minor = minorOf(text, currency_code);
  return { currency: currency_code, minor, value: valueOf(minor, currency_code) };
}

export function minorOf(value: string, currency: string): number {
  return Math.round(Number(value) * (WHOLE_UNITS.has(currency) ? 1 : 100));
}

export function valueOf(minor: number, currency: string): string {
  return WHOLE_UNITS.has(currency) ? String(minor) : (minor / 100).toFixed(2);
}
