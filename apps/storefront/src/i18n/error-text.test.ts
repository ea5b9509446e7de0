import { CODES } from '@webpay/contract/codes';
import { expect, it } from 'vitest';
import { readCatalogue } from '../../build/catalogues.ts';
import { errorMessage } from './error-text.ts';

it('[E01] [E09] has a message of its own for every code of the contract', () => {
  const shownAsAnother = new Set<number>([CODES.SHOWN_AS_TRY_AGAIN, CODES.SHOWN_AS_TRY_AGAIN_TOO]);
  for (const code of Object.values(CODES)) {
    const expected = shownAsAnother.has(code) ? 'error.10017' : `error.${code}`;
    expect(errorMessage(code)).toBe(expected);
    expect(readCatalogue('en')).toHaveProperty([expected]);
  }
});

it('[E06] maps 10059, 10500 and unknown codes to 10017', () => {
  expect([10059, 10500, 99999].map((code) => errorMessage(code))).toEqual(
    Array(3).fill('error.10017'),
  );
});
