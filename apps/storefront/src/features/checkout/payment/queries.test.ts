import type { Channel } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import {
  supportedChannels,
  firstChannel,
  isDeviceWallet,
  opensAtOnce,
  usualFirst,
} from './queries.ts';

const channel = (pay_id: string, method: Channel['method']): Channel => ({
  pay_id,
  name: pay_id,
  provider: method === 'wallet' ? 'paypal' : 'payermax',
  flow: method === 'apple_pay' || method === 'google_pay' ? 'card' : method,
  method,
  logo: '',
  currencies: ['USD'],
});
const card = channel('card', 'card');
const paypal = channel('paypal', 'wallet');
const apple = channel('apple_pay', 'apple_pay');
const google = channel('google_pay', 'google_pay');

it.each([
  [false, false, [card, paypal]],
  [true, false, [apple, card, paypal]],
  [false, true, [google, card, paypal]],
  [true, true, [apple, google, card, paypal]],
])(
  '[F04] offers a wallet only on its devices: Apple Pay %s, Google Pay %s',
  (hasApplePay, hasGooglePay, expected) => {
    const all = [apple, google, card, paypal];
    expect(supportedChannels(all, { hasApplePay, hasGooglePay })).toEqual(expected);
  },
);

it('[F05] leaves the choice of a wallet of the device to its player', () => {
  expect([apple, google, card, paypal].filter(isDeviceWallet)).toEqual([apple, google]);
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
  expect([card, paypal, apple, google].map(opensAtOnce)).toEqual([true, false, true, true]);
});
