import { randomBytes } from 'node:crypto';

const LOWER = '0123456789abcdefghijklmnopqrstuvwxyz';
const UPPER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

export function randomId(length: number): string {
  return pick(LOWER, length);
}

export function randomDigits(length: number): string {
  return pick(DIGITS, length);
}

/** An id as PayPal writes it: 17 capitals and digits. */
export function paypalId(): string {
  return pick(UPPER, 17);
}

/** A number as PayerMax writes it: a date and digits. */
export function payermaxNumber(prefix: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${prefix}${stamp}${pick(DIGITS, 12)}`;
}

function pick(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      // Bytes above the last whole multiple would favour the first letters.
      if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
