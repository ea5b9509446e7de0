import { expect, it } from 'vitest';
import { isSecondPress } from '../../tools/second-press.ts';

it.each([
  [0, false],
  [30, false],
  [499, false],
  [500, true],
  [4_000, true],
])('a signal %i ms after the first is a second press: %s', (afterMs, is) => {
  expect(isSecondPress(1_000, 1_000 + afterMs)).toBe(is);
});
