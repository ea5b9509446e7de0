import { expect, it } from 'vitest';
import { printable, printableJson } from './resolve-output.ts';

/** Clears a terminal by one character (CSI), deletes, and turns the reading order. */
const HOSTILE = 'Eve\u009b2J\u001b[2J\u007f\u202Egnp.exe';

it('prints the text of players without control of the terminal', () => {
  expect(printable(HOSTILE)).toBe('Eve\\u{9b}2J\\u{1b}[2J\\u{7f}\\u{202e}gnp.exe');
});

it('prints JSON that shows no control character and reads as the same value', () => {
  const value = { name: HOSTILE, lines: 'a\nb\tc' };
  const text = printableJson(value);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u);
  expect(JSON.parse(text)).toEqual(value);
});
