import type { Channel } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { supportedChannels, firstChannel, opensAtOnce, usualFirst } from './queries.ts';

const channel = (pay_id: string, method: Channel['method']): Channel => ({
  pay_id,
  name: pay_id,
  provider: method === 'wallet' ? 'paypal' : 'payermax',
  flow: method === 'apple_pay' ? 'card' : method,
  method,
  logo: '',
  currencies: ['USD'],
});
const card = channel('card', 'card');
const paypal = channel('paypal', 'wallet');
const apple = channel('apple_pay', 'apple_pay');

it('[F04] offers Apple Pay only on devices that support it', () => {
  const all = [card, paypal, apple];
  expect(supportedChannels(all, { hasApplePay: false })).toEqual([card, paypal]);
  expect(supportedChannels(all, { hasApplePay: true })).toEqual(all);
});

it.each([
  ['the last method used', ['paypal'], [], 'paypal'],
  ['the first wished method that is open', [null, 'gone', 'paypal'], [], 'paypal'],
  ['the first of the list without a wish', [], [], 'card'],
  ['no closed method', ['card'], ['card'], 'paypal'],
  ['no method when all are closed', ['card'], ['card', 'paypal'], undefined],
])('[F04] chooses %s', (_, wishes, closed, expected) => {
  expect(firstChannel([card, paypal], wishes, new Set(closed))?.pay_id).toBe(expected);
});

it.each([
  ['the last method used', [null, 'paypal', 'card'], ['paypal', 'card', 'apple_pay']],
  ['the usual order when none was used', [null, undefined], ['card', 'paypal', 'apple_pay']],
  ['the usual order when the last is missing', ['gone'], ['card', 'paypal', 'apple_pay']],
])('[F04] lists first %s', (_, usual, expected) => {
  expect(usualFirst([card, paypal, apple], usual).map(({ pay_id }) => pay_id)).toEqual(expected);
});

it('[F05] opens methods with a form once chosen, a wallet only when pressed', () => {
  expect([card, paypal, apple].map(opensAtOnce)).toEqual([true, false, true]);
});
