import { expect, it } from 'vitest';
import { paymentTokenOf } from './dropin.ts';

it.each([
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: 'TOK1' } }, 'TOK1'],
  [{ code: 'APPLY_SUCCESS', data: { paymentToken: '' } }, null],
  [{ code: 'APPLY_SUCCESS' }, null],
  [{ code: 'PARAMS_INVALID', data: { paymentToken: 'TOK1' } }, null],
  [undefined, null],
])('[F05] reads from the component answer %o the token %s', (answer, token) => {
  expect(paymentTokenOf(answer)).toBe(token);
});
