import { expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../api/failure.ts';
import en from '../../i18n/locales/en.json' with { type: 'json' };
import type { Translate } from '../../i18n/text.tsx';
import { againAfter, codeMessage, failureMessage } from './code-message.ts';

/** Returns English texts unformatted, except for `{max}`. */
const t: Translate = (id, values) => en[id].replace('{max}', String(values?.['max'] ?? '{max}'));
const plain = { error_variants: {} };

const refused = (code: number, result: unknown = null, handled = false) =>
  new CallRefused({ code, msg: '', result, requestId: null, handled });

it.each([10017, 10059, 10500, 99999])('[E06] shows %i with the text of 10017', (code) => {
  expect(codeMessage(t, code, plain)).toBe(en['error.10017']);
});

it.each([300, 500, 10000, 10009, 10502, 11002, 20004] as const)(
  '[E01] shows %i with its own text',
  (code) => {
    expect(codeMessage(t, code, null)).toBe(en[`error.${code}`]);
  },
);

it("[E01] uses the project's wording where it configures one", () => {
  expect(codeMessage(t, 10006, { error_variants: { '10006': 'user' } })).toBe(
    en['error.10006.user'],
  );
  expect(codeMessage(t, 10006, plain)).toBe(en['error.10006']);
  expect(codeMessage(t, 10006, { error_variants: { '10006': 'poem' } })).toBe(en['error.10006']);
});

it('[V05] names the maximum of an item', () => {
  expect(failureMessage(t, refused(20009, { max: 2 }), plain)).toContain('a maximum of 2');
});

it('does not repeat a failure that the app has reported', () => {
  expect(failureMessage(t, refused(11002, null, true), plain)).toBeNull();
  expect(failureMessage(t, new CallLost('network', true), plain)).toBeNull();
});

it('[E03] repeats the message behind the dialog and offers no useless retry', () => {
  const again = () => {};
  expect(failureMessage(t, refused(10503, null, true), plain)).toBe(en['error.10503']);
  expect(againAfter(refused(10503, null, true), again)).toBeUndefined();
  expect(againAfter(refused(10502), again)).toBe(again);
});

it.each([
  [new CallLost('offline', false), 'app.offline_reason'],
  [new CallLost('timeout', false), 'error.timeout'],
  [new CallLost('network', false), 'error.network'],
  [new TypeError('a bug of ours'), 'error.500'],
] as const)('shows %s as %s', (failure, id) => {
  expect(failureMessage(t, failure, plain)).toBe(en[id]);
});
