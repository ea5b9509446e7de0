import { textOf } from '../../platform/http-client/json.ts';

/** Of an attempt or a refund, in whatever letters. */
const OURS = /^[ar][0-9a-z]{20}_[0-9]+$/i;

/**
 * A number of ours as we write it. PayerMax compares numbers without case (payments.md §1.1): one
 * that it tells in other letters is the same number.
 */
export function ourNumber(told: unknown): string | null {
  const number = textOf(told);
  if (number === null || !OURS.test(number)) return number;
  return number.charAt(0).toUpperCase() + number.slice(1).toLowerCase();
}
