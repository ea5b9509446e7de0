import { expect, it } from 'vitest';
import { doubleTiles, lastFirst } from './tiles.ts';

const tiles = ['cgg', 'dr2', 'miniflix'].map((code) => ({ code }));

it.each([
  ['miniflix', ['miniflix', 'cgg', 'dr2']],
  ['closed_game', ['cgg', 'dr2', 'miniflix']],
  [null, ['cgg', 'dr2', 'miniflix']],
])('[R19] lists the games after a visit to %s as %j', (last, codes) => {
  expect(lastFirst(tiles, last).map(({ code }) => code)).toEqual(codes);
});

it.each([4, 5, 6, 7, 8, 9])(
  'fills the last row of %i tiles in two and in four columns',
  (count) => {
    expect(doubleTiles(count)).toBeGreaterThan(0);
    expect((count + doubleTiles(count)) % 4).toBe(0);
  },
);
