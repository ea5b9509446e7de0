import { expect, it } from 'vitest';
import { bodyFontPx, hasHairlines } from './scale.ts';

it.each([
  [1, 12],
  [1.5, 18],
  [2, 24],
  [3, 36],
])('[A06] at a ratio of %d the body font is %d px', (ratio, px) => {
  expect(bodyFontPx(ratio)).toBe(px);
});

it.each([
  [1, false],
  [1.99, false],
  [2, true],
  [3, true],
])('[A07] at a ratio of %d hairlines: %s', (ratio, expected) => {
  expect(hasHairlines(ratio)).toBe(expected);
});
