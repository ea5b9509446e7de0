import { expect, it } from 'vitest';
import { driveSdk } from '../support/paypal-sdk-calls.ts';

it('[F06] [F17] answers PayPal’s own server SDK as PayPal does: token, order, capture, refund', async () => {
  const calls = await driveSdk();
  expect(calls.map(({ call }) => call)).toEqual([
    'token',
    'create order',
    'get order',
    'capture order',
    'refund capture',
    '6 exchanges against PayPal’s documents',
  ]);
  expect(calls.flatMap(({ differences }) => differences)).toEqual([]);
});
