import type { MessageId } from './text.tsx';

/** Codes with a text of their own, `error.<code>` in the catalogues. */
const WITH_TEXT = [
  200, 300, 500, 10000, 10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010, 10017,
  10028, 10038, 10041, 10042, 10043, 10045, 10067, 10073, 10502, 10503, 10504, 11002, 20001, 20002,
  20003, 20004, 20005, 20006, 20007, 20008, 20009, 20010, 20011, 20012, 20013, 20014, 20015, 20016,
  20017, 20018, 20019, 20020, 20021,
] as const;

/** Maps an answer code to its message; unknown codes, 10059 and 10500 read as 10017 (E06). */
export function errorMessage(code: number): MessageId {
  return `error.${WITH_TEXT.find((known) => known === code) ?? 10017}`;
}
