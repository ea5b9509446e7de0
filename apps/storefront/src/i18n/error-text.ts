import type { MessageId } from './text.tsx';

/** Codes with a text of their own, `error.<code>` in the catalogues, beside 10000 to 10010 and 20001 to 20021. */
const WITH_TEXT: readonly number[] = [
  200, 300, 500, 10017, 10028, 10038, 10041, 10042, 10043, 10045, 10067, 10073, 10502, 10503, 10504,
  11002,
];

/** Maps an answer code to its message; unknown codes, 10059 and 10500 read as 10017 (E06). */
export function errorMessage(code: number): MessageId {
  const hasText =
    (code > 9999 && code < 10_011) || (code > 20_000 && code < 20_022) || WITH_TEXT.includes(code);
  // Verified by the test, which looks every code of the contract up.
  return hasText ? (`error.${code}` as MessageId) : 'error.10017';
}
