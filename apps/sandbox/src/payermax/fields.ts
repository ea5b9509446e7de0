import { isIP } from 'node:net';
import { toMinor } from '../money.ts';
import type { Fields } from '../shape.ts';

const NUMBER = /^[A-Za-z0-9_]{1,64}$/;
const CURRENCY = /^[A-Z]{3}$/;
const COUNTRY = /^[A-Z]{2}$/;
/** Currencies that PayerMax moves in whole units, besides ISO's own. */
const WHOLE_UNITS = new Set(['IDR', 'TWD', 'PKR', 'COP']);
/** Currencies with three decimals by ISO and two at PayerMax. */
const TWO_OF_THREE = new Set(['BHD', 'KWD', 'IQD', 'JOD', 'TND', 'LYD', 'OMR']);

export function firstWrong(checks: Readonly<Record<string, boolean>>): string | undefined {
  return Object.keys(checks).find((field) => checks[field] === false);
}

export function isNumberOfOurs(value: unknown): value is string {
  return typeof value === 'string' && NUMBER.test(value);
}

export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

export function isTextOrAbsent(value: unknown, longest: number): value is string | undefined {
  return value === undefined || isText(value, longest);
}

export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && CURRENCY.test(value);
}

export function isCountry(value: unknown): value is string {
  return typeof value === 'string' && COUNTRY.test(value);
}

export function isHttpUrl(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    /^https?:\/\//.test(value) &&
    URL.canParse(value)
  );
}

export function isBuyer(value: Fields): boolean {
  const { clientIp, userAgent } = value;
  return typeof clientIp === 'string' && isIP(clientIp) !== 0 && isText(userAgent, 2_048);
}

/** Reports whether PayerMax accepts this amount in this currency. */
export function isAmount(amount: number, currency: string): boolean {
  const minor = toMinor(amount, currency);
  if (minor === null || minor <= 0) return false;
  if (WHOLE_UNITS.has(currency)) return Number.isInteger(amount);
  return !TWO_OF_THREE.has(currency) || minor % 10 === 0;
}
