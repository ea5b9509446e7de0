import type { Configs } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { limitsOf } from './limits.ts';

type Read = Parameters<typeof limitsOf>[0];

const configs: Read = {
  game_id: '20',
  pwd_status: '1',
  service_email: 'help@example.com',
  cart_limit: 7,
  cart_usd_limit: 300,
  use_usd_limit: true,
} satisfies Partial<Configs>;

it('[S12] reads the configuration state', () => {
  expect(limitsOf(configs)).toEqual({
    gameId: '20',
    pwdStatus: '1',
    email: 'help@example.com',
    cartLimit: 7,
    cartUsbLimit: 300,
  });
});

it('[S12] prefers the cart’s own limits, which are newer than the page', () => {
  const cart = { limits: { cart_limit: 5, cart_usd_limit: 200 } };
  expect(limitsOf(configs, cart)).toMatchObject({ cartLimit: 5, cartUsbLimit: 200 });
});

it('[S12] [V05] defaults to 10 items and 1000 dollars', () => {
  const bare = { ...configs, cart_limit: 0, use_usd_limit: false };
  expect(limitsOf(bare)).toMatchObject({ cartLimit: 10, cartUsbLimit: 1000 });
});
