import { readFileSync } from 'node:fs';
import { brokenPasswordRule } from '@webpay/contract/password-rules';
import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it('the list has 3,000 passwords, each allowed by V01 and in lower case (14.12)', () => {
  const file = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const words = file.slice(file.indexOf('\n\n')).trim().split(/\s+/);
  expect(new Set(words).size).toBe(3_000);
  expect(words.filter((word) => brokenPasswordRule(word) !== null)).toEqual([]);
  expect(words.filter((word) => !isCommonPassword(word))).toEqual([]);
});

it.each([
  ['abc123', true],
  ['Passw0rd', true],
  ['ＰＡＳＳＷ０ＲＤ', true],
  ['dawn77', false],
  ['#', false],
  ['', false],
])('%j is common: %s (14.12)', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected);
});
