import { expect, it } from 'vitest';
import { attemptOf } from '../testing/data.ts';
import { resultOfStatus } from './translate.ts';

const PENDING = {
  tradeToken: 'T2026',
  status: 'PENDING',
  redirectUrl: 'https://wallet.example/app/x',
};
const ACTION = { kind: 'action', gatewayRef: 'T2026', url: PENDING.redirectUrl };

it('[F04] the address of an app comes with a picture of its code', () => {
  const picture = 'https://wallet.example/x/qr-code';
  const result = resultOfStatus({ ...PENDING, qrCodeUrl: picture }, attemptOf());
  expect(result).toEqual({ ...ACTION, picture });
});

it.each([
  ['a script', 'javascript:alert(1)'],
  ['bytes', 'data:image/png;base64,AAAA'],
  ['a path', '/x/qr-code'],
  ['a space', 'https://wallet.example/x qr'],
  ['letters that are not plain', 'https://wallet.example/ü'],
  ['too long an address', `https://wallet.example/${'x'.repeat(1_000)}`],
  ['no text', 17],
])('a picture is left out, and the page stays: %s', (_, qrCodeUrl) => {
  expect(resultOfStatus({ ...PENDING, qrCodeUrl }, attemptOf())).toEqual(ACTION);
});

it('a picture without a page is no method', () => {
  const { tradeToken, status } = PENDING;
  const alone = { tradeToken, status, qrCodeUrl: 'https://wallet.example/x/qr-code' };
  expect(resultOfStatus(alone, attemptOf())).toMatchObject({ kind: 'pending' });
});
