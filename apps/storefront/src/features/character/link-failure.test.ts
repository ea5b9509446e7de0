import { expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../api/failure.ts';
import { linkFailure } from './link-failure.ts';

const refused = (code: number) =>
  new CallRefused({ code, msg: '', result: null, requestId: null, handled: false });

it.each([
  [20_005, 'error.20005'],
  [10_001, 'error.20005'],
  [10_000, 'error.20005'],
  [10_008, 'error.10008'],
])('[F18] treats a link answered with %i as expired', (code, title) => {
  expect(linkFailure(refused(code))).toEqual({ kind: 'dead', title });
});

it.each([10_002, 10_005, 10_017, 10_502, 10_504, 500])(
  '[F18] allows another attempt with the same link after %i',
  (code) => {
    expect(linkFailure(refused(code))).toEqual({ kind: 'failed' });
  },
);

it('[F18] allows another attempt when no answer came', () => {
  expect(linkFailure(new CallLost('network', false))).toEqual({ kind: 'failed' });
});
