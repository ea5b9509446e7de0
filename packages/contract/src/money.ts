/**
 * Money is `{amount, currency}`: a decimal string with the currency's ISO 4217 exponent (contract
 * §2). Internally an integer in minor units, never a float.
 */
export type Money = { readonly amount: string; readonly currency: string };

/** Currencies whose ISO 4217 exponent is not 2. */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** Digits after the decimal point by ISO 4217. */
export function exponentOf(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}

/** Parses a decimal string into minor units. @throws RangeError for wrong digits or overflow */
export function toMinor(money: Money): number {
  const exponent = exponentOf(money.currency);
  const form = exponent === 0 ? /^\d{1,15}$/ : new RegExp(`^\\d{1,12}\\.\\d{${exponent}}$`);
  if (!form.test(money.amount)) {
    throw new RangeError(`${money.amount} is not an amount of ${money.currency}`);
  }
  const minor = Number(money.amount.replace('.', ''));
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${money.amount} is too large`);
  return minor;
}

/** Formats minor units: 499 USD → `{amount:"4.99",currency:"USD"}`. */
export function fromMinor(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole minor unit`);
  const exponent = exponentOf(currency);
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  if (exponent === 0) return { amount: sign + digits, currency };
  return { amount: `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`, currency };
}
