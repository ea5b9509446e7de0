import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ICON_NAMES } from './Icon/Icon.tsx';
import { buttonRow, longestWord } from './label-rules.ts';

it.each([
  ['Keep', 'Remove', 'equal'],
  ['Cancel', 'Remove items!', 'equal'],
  ['Cancel', 'Remove these 3 items!', 'stacked'],
  ['取消', '确认', 'equal'],
])('[A17] lays "%s" and "%s" out: %s', (left, right, expected) => {
  expect(buttonRow(left, right)).toBe(expected);
});

it.each([
  ['More for every scene', 5],
  ['Arm up. Move out.', 4],
  ['Donaudampfschifffahrt', 21],
  ['தமிழ்', 3],
  ['随时随地畅享更多精彩', 6],
  ['', 1],
])('the longest word of "%s" has %d letters', (text, expected) => {
  expect(longestWord(text)).toBe(expected);
});

it('has a symbol for every icon name and no more', () => {
  const svg = readFileSync(new URL('./Icon/icons.svg', import.meta.url), 'utf8');
  const drawn = [...svg.matchAll(/<symbol id="i-([a-z-]+)"/g)].map(([, name]) => String(name));
  expect(drawn.toSorted()).toEqual([...ICON_NAMES].toSorted());
});
