import { expect, it } from 'vitest';
import { boughtOf } from './bought.ts';

it.each([
  [[['980 Gems', 1, 98]], { kind: 'amount', count: 1078, name: 'Gems' }],
  [[['980 Gems', 2, 98]], { kind: 'amount', count: 2156, name: 'Gems' }],
  [[['Royal armory', 1, null]], { kind: 'one', name: 'Royal armory', count: 1 }],
  [[['Royal armory', 2, null]], { kind: 'one', name: 'Royal armory', count: 2 }],
  [
    [
      ['980 Gems', 1, 98],
      ['Royal armory', 2, null],
    ],
    { kind: 'many', count: 3 },
  ],
] as const)('[F06] names the purchase %j as %j', (items, bought) => {
  const named = items.map(([name, count, bonus]) => ({
    name,
    count,
    bonus: bonus === null ? null : { name: 'Gems', count: bonus },
  }));
  expect(boughtOf(named, 'en')).toEqual(bought);
});

it.each([
  ['980 Gems', 1, 98, { kind: 'amount', count: 2156 }],
  ['980 Gems', 2, 98, { kind: 'amount', count: 3234 }],
  ['Royal armory', 1, null, { kind: 'one', count: 2 }],
] as const)(
  '[F06] counts the doubled piece of %s × %i in the headline (15.5)',
  (name, count, bonus, bought) => {
    const item = { name, count, bonus: bonus === null ? null : { name: 'Gems', count: bonus } };
    expect(boughtOf([{ ...item, doubled: true }], 'en')).toMatchObject(bought);
  },
);

it.each([
  // 682 кристалла, but the catalogue's word has the form for 620.
  ['ru', '620 кристаллов', 1, 62, { kind: 'amounts', count: 620, bonus: 62 }],
  ['ru', '980 кристаллов', 1, 98, { kind: 'amount', count: 1078 }],
  // 132 кристалла: the sum of two needs another form.
  ['ru', '66 кристаллов', 2, 0, { kind: 'one', name: '66 кристаллов', count: 2 }],
  ['pl', '620 klejnotów', 1, 62, { kind: 'amounts', count: 620, bonus: 62 }],
  ['ro', '980 de nestemate', 1, 30, { kind: 'amounts', count: 980, bonus: 30 }],
  ['ro', '980 de nestemate', 1, 98, { kind: 'amount', count: 1078 }],
  ['de', '620 Edelsteine', 1, 62, { kind: 'amount', count: 682 }],
] as const)(
  '[S06] avoids wrong plural forms in %s for %s × %i with a bonus of %i',
  (lang, name, count, extra, bought) => {
    const bonus = extra === 0 ? null : { name: name.split(' ').at(-1) ?? '', count: extra };
    expect(boughtOf([{ name, count, bonus }], lang)).toMatchObject(bought);
  },
);
