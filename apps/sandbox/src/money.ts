/** ISO 4217 currencies whose exponent is not 2. */
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

export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Major units → minor units; null when the amount does not fit the currency exactly. */
export function toMinor(amount: number | string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const value = Number(amount);
  if (!Number.isFinite(value)) return null;
  const fixed = value.toFixed(exponent);
  if (Number(fixed) !== value) return null;
  const minor = Number(fixed.replace('.', ''));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Minor units → decimal string with the currency's ISO exponent. */
export function toDecimal(minor: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
