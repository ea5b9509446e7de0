import { expect, it } from 'vitest';
import { amountOf } from './amount.ts';

it.each([
  ['980 Gems', { name: 'Gems', count: 98 }, { amount: 980, bonus: 98, unit: 'Gems' }],
  ['1,980 Gems', null, { amount: 1980, bonus: 0, unit: 'Gems' }],
  ['1.980 Edelsteine', null, { amount: 1980, bonus: 0, unit: 'Edelsteine' }],
  ['1\u00a0980 gemmes', null, { amount: 1980, bonus: 0, unit: 'gemmes' }],
  ['300宝石', { name: '宝石', count: 30 }, { amount: 300, bonus: 30, unit: '宝石' }],
  // The unit and the name of the bonus have different forms.
  [
    '1\u00a0588 звёздных лучей',
    { name: 'Звёздные лучи', count: 158 },
    { amount: 1588, bonus: 158, unit: 'звёздных лучей' },
  ],
  [
    '980 de nestemate',
    { name: 'Nestemate', count: 98 },
    { amount: 980, bonus: 98, unit: 'de nestemate' },
  ],
  ['60 Jade', { name: 'Jade whelp', count: 1 }, null],
  // A bonus of another kind cannot be added.
  ['980 Gems', { name: 'Popcorn', count: 2 }, null],
  ['Royal armory', null, null],
  ['7', null, null],
])('[F06] reads %s with bonus %o as %o', (name, bonus, amount) => {
  expect(amountOf({ name, bonus })).toEqual(amount);
});
