import { expect, it } from 'vitest';
import { boostedBonus } from './boosted-bonus.ts';

const name = { en: 'Gems' };
const gems = (count: number) => ({ item_id: 'gem', name, count });
const content = (count: number) => ({ ...gems(count), image: 'gem.webp' });

it.each([
  ['a top-up has a percentage of its contents', 'topup', 620, null, 10, gems(62)],
  ['a top-up keeps its own bonus as well', 'topup', 620, gems(62), 15, gems(155)],
  ['the bonus is rounded down', 'topup', 125, null, 15, gems(18)],
  ['a bonus below one is none', 'topup', 9, null, 10, null],
  ['a percentage of 0 leaves its own bonus', 'topup', 620, gems(62), 0, gems(62)],
  ['a pack has none', 'pack', 620, null, 10, null],
  ['a card has none', 'card', 300, null, 10, null],
  ['a bargain keeps its own', 'bargain', 300, gems(1), 10, gems(1)],
] as const)('[F10] while a card is active: %s', (_, kind, count, bonus, percent, boosted) => {
  expect(boostedBonus(kind, { contents: [content(count)], bonus }, percent)).toEqual(boosted);
});
