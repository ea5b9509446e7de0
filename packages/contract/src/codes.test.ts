import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CODES, CODE_MEANINGS } from './codes.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../docs/contract.md'), 'utf8');

/** Codes of the specification; all others are the shop's own. */
const NAMED = new Set<number>([
  200, 300, 500, 10000, 10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010, 10017,
  10028, 10038, 10041, 10042, 10043, 10045, 10059, 10067, 10073, 10500, 10502, 10503, 10504, 11002,
]);

it('[E09] the shop’s own codes have a range apart from the specification’s, and all are in the contract’s table', () => {
  const codes: number[] = Object.values(CODES);
  expect(codes).toEqual(expect.arrayContaining([...NAMED]));
  const own = codes.filter((code) => !NAMED.has(code));
  expect(own.every((code) => code >= 20_000 && code <= 20_099)).toBe(true);
  const documented = [...PAGE.matchAll(/\| (20\d{3}) (?=\|)/g)].map(([, code]) => Number(code));
  expect(documented.toSorted((a, b) => a - b)).toEqual(own);
  expect(Object.keys(CODE_MEANINGS).map(Number)).toEqual(codes);
});
