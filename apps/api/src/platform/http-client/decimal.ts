import { exponentOf } from '@webpay/contract/money';

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,8}))?$/;

/**
 * A gateway's decimal text in minor units (ISO 4217); null for other texts and for finer amounts:
 * "10" and "10.00" USD are 1000, "10.001" USD is null.
 */
export function decimalToMinor(text: string, currency: string): number | null {
  const [, whole, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const exponent = exponentOf(currency);
  if (!/^0*$/.test(decimals.slice(exponent))) return null;
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}
