import { expect, it } from 'vitest';
import { unitPriceMinor, type TopUp } from './card-offer.ts';

const gems = (count: number, minor: number): TopUp => ({ item_id: 'gem', count, minor });
const DOLLARS = [gems(60, 99), gems(330, 499), gems(682, 999), gems(7000, 9_999)];

it.each([
  ['use the best unit price of smaller top-ups', 930, DOLLARS, 1_362],
  ['use the only top-up that is small enough', 100, DOLLARS, 165],
  ['equal a top-up of the same count', 330, DOLLARS, 499],
  ['have no price when every top-up is larger', 59, DOLLARS, null],
  ['have no price when no top-up has the item', 930, [{ ...gems(60, 99), item_id: 'key' }], null],
  ['have no price without top-ups', 930, [], null],
  ['are in whole dollars of Taiwan', 930, [gems(60, 3_300), gems(682, 33_000)], 45_000],
] as const)('[F10] separate prices of a card’s items %s', (_, count, topUps, minor) => {
  expect(unitPriceMinor({ item_id: 'gem', count }, topUps)).toBe(minor);
});
