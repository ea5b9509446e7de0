import { expect, it } from 'vitest';
import { payBlock, type PayState } from './pay-block.ts';

const payable: PayState = {
  isOnline: true,
  hasTotal: true,
  ways: 'ready',
  method: 'card',
  problem: null,
  isOpened: true,
  form: 'ready',
};

it.each([
  ['everything is ready', {}, null],
  ['there is no network', { isOnline: false }, 'app.offline_reason'],
  ['the price is loading', { hasTotal: false }, 'payment.preparing'],
  ['the payment methods are loading', { ways: 'loading', method: null }, 'payment.preparing'],
  ['no method is chosen', { method: null }, 'payment.choose_method'],
  ['the account is stopped', { problem: 'stopped' }, 'payment.stopped'],
  ['an image code is asked for', { problem: 'picture' }, 'error.20003'],
  ['payments pause after declines', { problem: 'wait' }, 'payment.order_failed'],
  ['the order could not be opened', { problem: 'again' }, 'payment.order_failed'],
  ['the order is being opened', { isOpened: false }, 'payment.card_loading'],
  ['the form is loading', { form: 'loading' }, 'payment.card_loading'],
  ['the form failed to load', { form: 'failed' }, 'payment.card_loading'],
  ['a wallet needs no form', { method: 'wallet', isOpened: false, form: 'loading' }, null],
] as const)('[R10] blocks or allows Pay when %s', (_, change, reason) => {
  expect(payBlock({ ...payable, ...change })).toBe(reason);
});
