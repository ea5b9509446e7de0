import { expect, it } from 'vitest';
import { boostedBonus } from './boosted-bonus.ts';

const name = { en: 'Gems' };
const gems = (count: number) => ({ item_id: 'gem', name, count });
const content = (count: number) => ({ ...gems(count), image: 'gem.webp' });

it.each([
  ['a top-up brings more of what it holds', 'topup', 620, null, 10, gems(62)],
  ['beside its own bonus', 'topup', 620, gems(62), 15, gems(155)],
  ['rounded down', 'topup', 125, null, 15, gems(18)],
  ['nothing where that is less than one', 'topup', 9, null, 10, null],
  ['its own bonus alone where nothing is active', 'topup', 620, gems(62), 0, gems(62)],
  ['a pack none', 'pack', 620, null, 10, null],
  ['a card none', 'card', 300, null, 10, null],
  ['a bargain none', 'bargain', 300, gems(1), 10, gems(1)],
] as const)('[F10] while a card is active: %s', (_, kind, count, bonus, percent, boosted) => {
  expect(boostedBonus(kind, { contents: [content(count)], bonus }, percent)).toEqual(boosted);
});
