/**
 * Money is `{amount, currency}`: a decimal string with the currency's ISO 4217 exponent (contract
 * §2). Internally an integer in minor units, never a float.
 */
export type Money = { readonly amount: string; readonly currency: string };

/** Currencies whose ISO 4217 exponent is not 2. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Digits after the decimal point by ISO 4217. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
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
