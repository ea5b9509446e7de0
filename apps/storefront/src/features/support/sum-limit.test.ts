import { expect, it } from 'vitest';
import { CallRefused } from '../../api/failure.ts';
import en from '../../i18n/locales/en.json' with { type: 'json' };
import type { Translate } from '../../i18n/text.tsx';
import { sumLimitMessage } from './sum-limit.ts';

const t: Translate = (id, values) =>
  en[id].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values?.[name]));
const refused = (code: number, result: unknown) =>
  new CallRefused({ code, msg: '', result, requestId: null, handled: false });
const left = { amount: '12.50', currency: 'USD' };

it('an order above a sum limit is told with its amounts (14.16)', () => {
  const told = (limit: string) =>
    sumLimitMessage(t, 'en', refused(20008, { limit, max: 1000, left }));
  expect(told('order')).toBe('One order can be up to $1,000. Choose fewer items.');
  expect(told('day')).toContain('up to $1,000 a day here. You have $12.50 left today.');
  expect(told('first_day')).toContain('A new character can spend up to $1,000 on its first day');
});

it.each([
  ['the cart’s own limit', refused(20008, { max: 800 })],
  ['a limit of a later version', refused(20008, { limit: 'week', max: 800, left })],
  ['an answer without amounts', refused(20008, { limit: 'day', max: '9', left: 7 })],
  ['no details', refused(20008, null)],
  ['another refusal', refused(20009, { limit: 'day', max: 1, left })],
  ['a lost answer', new Error('gone')],
])('%s keeps its own message (14.16)', (_, failure) => {
  expect(sumLimitMessage(t, 'en', failure)).toBeNull();
});
