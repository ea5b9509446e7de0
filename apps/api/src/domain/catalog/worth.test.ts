import { expect, it } from 'vitest';
import { costOfContents, topUpCost, type Pack, type TopUp } from './worth.ts';

const gems = (count: number, minor: number): TopUp => ({ item_id: 'gem', count, minor });
const DOLLARS = [gems(60, 99), gems(330, 499), gems(682, 999), gems(7000, 9_999)];

it.each([
  ['use the best unit price of smaller top-ups', 930, DOLLARS, 1_362],
  ['use the only top-up that is small enough', 100, DOLLARS, 165],
  ['equal a top-up of the same count', 330, DOLLARS, 499],
  ['equal the only larger top-up when none is smaller', 59, DOLLARS, 99],
  [
    'equal a larger top-up that costs less than smaller ones',
    980,
    [...DOLLARS, gems(1078, 1_299)],
    1_299,
  ],
  ['have no price when no top-up has the item', 930, [{ ...gems(60, 99), item_id: 'key' }], null],
  ['have no price without top-ups', 930, [], null],
  ['are in whole dollars of Taiwan', 930, [gems(60, 3_300), gems(682, 33_000)], 45_000],
] as const)('[F10] separate prices of a card’s items %s', (_, count, topUps, minor) => {
  expect(topUpCost({ item_id: 'gem', count }, topUps)).toBe(minor);
});

const PACKS: readonly Pack[] = [
  {
    contents: [
      { item_id: 'gem', count: 330 },
      { item_id: 'key', count: 5 },
    ],
    minor: 999,
  },
  {
    contents: [
      { item_id: 'key', count: 10 },
      { item_id: 'map', count: 1 },
    ],
    minor: 1_600,
  },
];

it.each([
  ['as the cheapest top-ups', [{ item_id: 'gem', count: 330 }], 499],
  [
    'with other items at their cheapest share of another pack',
    [
      { item_id: 'gem', count: 330 },
      { item_id: 'key', count: 10 },
    ],
    1_299,
  ],
  [
    'as nothing that is sold in no other way',
    [
      { item_id: 'gem', count: 330 },
      { item_id: 'crown', count: 1 },
    ],
    null,
  ],
] as const)('a pack’s contents are valued %s', (_, contents, minor) => {
  expect(costOfContents(contents, { topUps: DOLLARS, others: PACKS })).toBe(minor);
});
