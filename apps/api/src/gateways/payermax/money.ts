import { exponentOf, fromMinor } from '@webpay/contract/money';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';

/** Currencies that PayerMax moves in whole units, besides ISO's zero-decimal ones (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['COP', 'IDR', 'PKR', 'TWD'];

/** The smallest step in ISO minor units; three-decimal currencies get two decimals. */
function stepOf(currency: string): number {
  const exponent = exponentOf(currency);
  if (WHOLE_UNITS.includes(currency)) return 10 ** exponent;
  return exponent === 3 ? 10 : 1;
}

/** Whether PayerMax can charge exactly this amount. */
export function canCharge(minor: number, currency: string): boolean {
  return (
    /^[A-Z]{3}$/.test(currency) &&
    Number.isSafeInteger(minor) &&
    minor > 0 &&
    minor % stepOf(currency) === 0 &&
    numberToMinor(toWireNumber(minor, currency), currency) === minor
  );
}

/** The number for `orderAndPay`, for amounts that `canCharge` allows. */
export function toWireNumber(minor: number, currency: string): number {
  return Number(fromMinor(minor, currency).amount);
}

/** The text for `applyDropinSession`, with PayerMax's decimals. */
export function toWireText(minor: number, currency: string): string {
  const { amount } = fromMinor(minor, currency);
  const step = stepOf(currency);
  if (WHOLE_UNITS.includes(currency)) return amount.slice(0, amount.indexOf('.'));
  return step === 10 ? amount.slice(0, -1) : amount;
}

/** A number (calls, notifications) or a text (disputes) in minor units; null otherwise. */
export function fromWire(value: unknown, currency: string): number | null {
  if (typeof value === 'number') return numberToMinor(value, currency);
  return typeof value === 'string' ? decimalToMinor(value, currency) : null;
}

/** Converts with `toFixed`, and refuses a number that does not read back as the same (payments.md §0). */
function numberToMinor(value: number, currency: string): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  const fixed = value.toFixed(exponentOf(currency));
  return Number(fixed) === value ? decimalToMinor(fixed, currency) : null;
}
