import { describe, expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../../api/failure.ts';
import type { TextValues } from '../../../i18n/text.tsx';
import { NOTHING_TYPED, problemAtOnce, problemOf, tidyCode } from './access-rules.ts';
import { refusalOf } from './refusal.ts';
import { waitText } from './wait-text.ts';

describe('problems of typed access values', () => {
  it.each([
    ['', 'access.new_missing'],
    ['dawn 77', 'access.contains_space'],
    ['dawn7', 'access.too_short'],
    ['dawn77dawn77dawn77daw', 'access.too_long'],
    ['dawndawn', 'access.too_simple'],
    ['12345678', 'access.too_simple'],
    ['dawn77', null],
  ])('[V01] checks the new password %j', (pwd, text) => {
    expect(problemOf('pwd', { ...NOTHING_TYPED, pwd })).toBe(text);
  });

  it('[V01] reports at once what further typing cannot fix, and the rest on blur', () => {
    expect(problemAtOnce('dawn 7')).toBe('access.contains_space');
    expect(problemAtOnce('d'.repeat(21))).toBe('access.too_long');
    expect(problemAtOnce('dawn')).toBeNull();
    expect(problemAtOnce('')).toBeNull();
  });

  it('[V02] requires equal repetition, a changed password and a complete code', () => {
    const typed = { ...NOTHING_TYPED, current: 'dusk66', pwd: 'dawn77' };
    expect(problemOf('repeat', typed)).toBe('access.repeat_missing');
    expect(problemOf('repeat', { ...typed, repeat: 'dawn7' })).toBe('error.20015');
    expect(problemOf('repeat', { ...typed, repeat: 'dawn77' })).toBeNull();
    expect(problemOf('pwd', { ...typed, current: 'dawn77' })).toBe('error.10073');
    expect(problemOf('current', NOTHING_TYPED)).toBe('access.current_missing');
    expect(problemOf('code', { ...typed, code: '12345' })).toBe('access.code_missing');
    expect(problemOf('code', { ...typed, code: '123456' })).toBeNull();
    expect(problemOf('picture', { ...typed, picture: ' ' })).toBe('error.20003');
    expect(problemOf('picture', { ...typed, picture: 'k7wp' })).toBeNull();
  });
});

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['1234567', '123456'],
  ['12ab3', '123'],
  ['Your code is 048213. It works for 10 minutes.', '048213'],
  ['०४८२१३', '048213'],
  ['０４８２１３', '048213'],
  ['', ''],
])('[F13] extracts from %j the mail code %j', (typed, code) => {
  expect(tidyCode(typed)).toBe(code);
});

const refused = (code: number, result: unknown = null) =>
  new CallRefused({ code, msg: '', result, requestId: null, handled: false });

describe('field of a refused access call', () => {
  it.each([
    [20002, null, 'current', 'error.20002'],
    [20003, null, 'picture', 'error.20003'],
    [10007, null, 'picture', 'error.10007'],
    [20014, { rule: 'space' }, 'pwd', 'access.contains_space'],
    [20014, { rule: 'too_short' }, 'pwd', 'access.too_short'],
    [20014, { rule: 'too_long' }, 'pwd', 'access.too_long'],
    [20014, { rule: 'too_simple' }, 'pwd', 'access.too_simple'],
    [20014, { rule: 'too_common' }, 'pwd', 'access.too_common'],
    [20014, { rule: 'toString' }, 'pwd', 'error.20014'],
    [20014, null, 'pwd', 'error.20014'],
    [20015, null, 'repeat', 'error.20015'],
    [10073, null, 'pwd', 'error.10073'],
    [10067, null, 'code', 'error.10067'],
    [10067, { tries_left: 4 }, 'code', 'access.code_wrong'],
    [10067, { tries_left: 0 }, 'code', 'access.code_used_up'],
    [10038, null, 'code', 'error.10038'],
    [10004, null, 'code', 'error.10004'],
  ] as const)('[F13] [V02] shows %d with %j under %s as %s', (code, result, field, text) => {
    expect(refusalOf(refused(code, result))).toMatchObject({ field, text });
  });

  it('[F13] names no field when the refusal concerns none', () => {
    for (const code of [10002, 10017, 500]) expect(refusalOf(refused(code))).toBeNull();
    expect(refusalOf(new CallLost('timeout', false))).toBeNull();
  });
});

it.each([
  [200, '1 second'],
  [29_400, '30 seconds'],
  [60_000, '1 minute'],
  [61_000, '2 minutes'],
  [899_000, '15 minutes'],
  [3_600_000, '1 hour'],
])('a wait of %d ms after wrong tries reads as %s (14.12)', (retry_after_ms, time) => {
  const t = (id: string, values?: TextValues) => `${id}: ${values?.['time'] ?? ''}`;
  expect(waitText(t, 'en', refused(10005, { retry_after_ms }))).toBe(`access.wait: ${time}`);
  const resend_after_ms = retry_after_ms;
  expect(waitText(t, 'en', refused(10038, { resend_after_ms }))).toBe(`access.wait: ${time}`);
  expect(waitText(t, 'en', refused(10038, { retry_after_ms }))).toBeNull();
  expect(waitText(t, 'en', refused(10002, { retry_after_ms }))).toBeNull();
  expect(waitText(t, 'en', refused(10005))).toBeNull();
});
