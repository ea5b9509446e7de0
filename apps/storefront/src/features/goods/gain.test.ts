import { expect, it } from 'vitest';
import { gainOf, renameAmount } from './gain.ts';

const gemsOf = (count: number, bonus: number) => ({
  kind: 'topup' as const,
  contents: [{ name: 'Gems', count, image: '' }],
  bonus: bonus === 0 ? null : { name: 'Gems', count: bonus },
});

it.each([
  ['gives 10.5 % more than in the game', 930, 98, 930, { total: 1028, inGame: 930, percent: 10 }],
  ['gives as much as the game', 930, 0, 930, null],
  ['gives less than one per cent more', 930, 9, 930, null],
  [
    'is compared with less than its own amount',
    930,
    0,
    900,
    { total: 930, inGame: 900, percent: 3 },
  ],
])(
  '[F06] a top-up that %s is announced with its figures, rounded down',
  (_, count, bonus, inGame, gain) => {
    expect(gainOf({ ...gemsOf(count, bonus), in_game: { count: inGame } })).toEqual(gain);
  },
);

it('[F06] without the game’s figure nothing is announced', () => {
  expect(gainOf({ ...gemsOf(930, 93), in_game: null })).toBeNull();
  expect(gainOf(gemsOf(930, 93))).toBeNull();
  expect(gainOf({ ...gemsOf(930, 93), kind: 'pack', in_game: { count: 930 } })).toBeNull();
});

it.each([
  ['en', '980 Gems', 1078, '1,078 Gems'],
  ['de', '980 Edelsteine', 1078, '1.078 Edelsteine'],
  ['zh', '300宝石', 330, '330宝石'],
  ['ru', '620 кристаллов', 680, '680 кристаллов'],
  ['ru', '620 кристаллов', 682, null],
  ['en', 'Royal armory', 2, null],
] as const)('[F06] in %s, %s with the amount %i is %s', (lang, name, total, named) => {
  expect(renameAmount(name, total, lang)).toBe(named);
});
