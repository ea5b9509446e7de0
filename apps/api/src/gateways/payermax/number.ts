import { textOf } from '../../platform/http-client/json.ts';

/** An attempt or a refund, in any case. */
const OURS = /^[ar][0-9a-z]{20}_[0-9]+$/i;

/** Our spelling of one of our ids. PayerMax compares them without case (payments.md §1.1). */
export function ourNumber(told: unknown): string | null {
  const number = textOf(told);
  if (number === null || !OURS.test(number)) return number;
  return number.charAt(0).toUpperCase() + number.slice(1).toLowerCase();
}
