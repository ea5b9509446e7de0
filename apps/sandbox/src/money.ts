/** ISO 4217 currencies whose exponent is not 2. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

export function exponentOf(currency: string): number {
  if (WHOLE.has(currency)) return 0;
  return THOUSANDTHS.has(currency) ? 3 : 2;
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
