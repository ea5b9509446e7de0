import { expect, it } from 'vitest';
import { unitPriceMinor, type TopUp } from './unit-price.ts';

const gems = (count: number, minor: number): TopUp => ({ item_id: 'gem', count, minor });
const DOLLARS = [gems(60, 99), gems(330, 499), gems(682, 999), gems(7000, 9_999)];

it.each([
  ['at the unit price of the best that is not more', 930, DOLLARS, 1_362],
  ['at the only one that is small enough', 100, DOLLARS, 165],
  ['at that very top-up', 330, DOLLARS, 499],
  ['not, when each is more', 59, DOLLARS, null],
  ['not, when nothing sells the item', 930, [{ ...gems(60, 99), item_id: 'key' }], null],
  ['not, when there is nothing on sale', 930, [], null],
  ['in whole dollars of Taiwan', 930, [gems(60, 3_300), gems(682, 33_000)], 45_000],
] as const)('[F10] what a card gives costs singly %s', (_, count, topUps, minor) => {
  expect(unitPriceMinor({ item_id: 'gem', count }, topUps)).toBe(minor);
});
