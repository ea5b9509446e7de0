import type { Channel, SavedCard } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { fieldsOfWay, savedOf, withSaved } from './saved-cards.ts';

const card: SavedCard = {
  card: 'c1',
  pay_id: 'card',
  label: 'Visa ·· 1111',
  brand: 'Visa',
  last4: '1111',
  expires_at: 0,
  is_locked: false,
};
const channel: Channel = {
  pay_id: 'card',
  name: 'Card',
  provider: 'payermax',
  method: 'card',
  flow: 'card',
  logo: '',
  currencies: ['USD'],
};
const paypal: Channel = { ...channel, pay_id: 'paypal', method: 'wallet', flow: 'wallet' };

it('[F05] shows usable saved cards first, each with its brand and last digits', () => {
  const locked = { ...card, card: 'c2', is_locked: true };
  const elsewhere = { ...card, card: 'c3', pay_id: 'other' };
  const ways = withSaved([paypal, channel], { cards: [card, locked, elsewhere] });
  expect(ways.map(({ name, pay_id }) => [name, pay_id])).toEqual([
    ['Visa ·· 1111', 'card~c1'],
    ['Card', 'paypal'],
    ['Card', 'card'],
  ]);
});

it.each([
  ['card~c1', { pay_id: 'card', saved: 'c1' }, 'c1'],
  ['card', { pay_id: 'card' }, null],
])('[F05] reads from the way %s the fields %o and the card %s', (payId, fields, saved) => {
  expect(fieldsOfWay(payId)).toEqual(fields);
  expect(savedOf(payId)).toBe(saved);
});
