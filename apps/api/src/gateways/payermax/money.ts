import { exponentOf, fromMinor } from '@webpay/contract/money';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';

/** Beside ISO's own zero-decimal currencies, PayerMax moves these in whole units (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['COP', 'IDR', 'PKR', 'TWD'];

/** The smallest step PayerMax can move, in ISO minor units; three-decimal currencies get two. */
function stepOf(currency: string): number {
  const exponent = exponentOf(currency);
  if (WHOLE_UNITS.includes(currency)) return 10 ** exponent;
  return exponent === 3 ? 10 : 1;
}

/** Whether PayerMax can charge exactly this sum. */
export function canCharge(minor: number, currency: string): boolean {
  return (
    /^[A-Z]{3}$/.test(currency) &&
    Number.isSafeInteger(minor) &&
    minor > 0 &&
    minor % stepOf(currency) === 0 &&
    numberToMinor(majorUnits(minor, currency), currency) === minor
  );
}

/** `orderAndPay` takes a number; only for sums that `canCharge` allows. */
export function toWireNumber(minor: number, currency: string): number {
  return majorUnits(minor, currency);
}

/** `applyDropinSession` takes a text, with no more decimals than PayerMax moves. */
export function toWireText(minor: number, currency: string): string {
  const { amount } = fromMinor(minor, currency);
  const step = stepOf(currency);
  if (WHOLE_UNITS.includes(currency)) return amount.slice(0, amount.indexOf('.'));
  return step === 10 ? amount.slice(0, -1) : amount;
}

/** A number (calls, notifications) or a text (disputes) in minor units; null when it is neither. */
export function fromWire(value: unknown, currency: string): number | null {
  if (typeof value === 'number') return numberToMinor(value, currency);
  return typeof value === 'string' ? decimalToMinor(value, currency) : null;
}

function majorUnits(minor: number, currency: string): number {
  return Number(fromMinor(minor, currency).amount);
}

/** R (payments.md §0): `toFixed`, and refused if it does not read back as the same number. */
function numberToMinor(value: number, currency: string): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  const fixed = value.toFixed(exponentOf(currency));
  return Number(fixed) === value ? decimalToMinor(fixed, currency) : null;
}
