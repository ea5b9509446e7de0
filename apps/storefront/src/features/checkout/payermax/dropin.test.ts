import { expect, it } from 'vitest';
import { dropinOptions, hasAgreed, isUnusable, paymentTokenOf } from './dropin.ts';

it.each([
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: 'TOK1' } }, 'TOK1'],
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: '' } }, null],
  [{ code: 'APPLY_SUCCESS' }, null],
  [{ code: 'PARAMS_INVALID', data: { paymentToken: 'TOK1' } }, null],
  [undefined, null],
])('[F05] reads from the component answer %o the token %s', (answer, token) => {
  expect(paymentTokenOf(answer)).toBe(token);
});

// PayerMax serves one script for both worlds.
it.each([true, false])('opens the world that the server names (14.9): sandbox %s', (sandbox) => {
  const sdk_url = 'https://cdn.payermax.com/dropin/js/pmdropin.min.js';
  const theme = { mode: 'dark', tokens: {} } as const;
  const keys = { client_key: 'C1', session_key: 'S1', sdk_url, sandbox };
  expect(dropinOptions(keys, 'en', theme)).toMatchObject({ sandbox, sessionKey: 'S1' });
});

it.each([
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: 'TOK1', agreementAccepted: true } }, true],
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: 'TOK1', agreementAccepted: 'true' } }, false],
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: 'TOK1' } }, false],
  [undefined, false],
])('[F05] reads from the component answer %o the consent %s', (answer, agreed) => {
  expect(hasAgreed(answer)).toBe(agreed);
});

it.each([
  [{ code: 'SUCCESS' }, false],
  [{}, false],
  [undefined, false],
  [{ code: 'NOT_SUPPORT' }, true],
])('[F05] reads from a loaded wallet %o that it cannot be used here: %s', (detail, expected) => {
  expect(isUnusable(detail)).toBe(expected);
});
