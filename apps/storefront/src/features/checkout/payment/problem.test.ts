import { expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../../api/failure.ts';
import { closingText, mayHavePaid, problemOf } from './problem.ts';

const refused = (code: number, result: unknown = null, handled = false) =>
  new CallRefused({ code, msg: '', result, requestId: 'r', handled });

it.each([
  [20016, 'channel'],
  [20004, 'stopped'],
  [20009, 'goods'],
  [10009, 'goods'],
  [10010, 'goods'],
  [10028, 'goods'],
  [20006, 'goods'],
  [20007, 'goods'],
  [20008, 'goods'],
  [20013, 'orderOver'],
  [10504, 'again'],
  [300, 'again'],
  [10002, 'again'],
  [20003, 'picture'],
  [10007, 'picture'],
  [500, 'again'],
])('[E01] classifies an order refused with %i as %s', (code, kind) => {
  expect(problemOf(refused(code)).kind).toBe(kind);
});

it("[E08] asks about a changed price with the server's total", () => {
  const total = { amount: '14.49', currency: 'EUR' };
  expect(problemOf(refused(20017, { total }))).toEqual({ kind: 'price', total, gives: null });
  expect(problemOf(refused(20017, { total: 'much' }))).toMatchObject({ total: null });
  const gives = [{ product_id: 'a', counts: [1] }];
  expect(problemOf(refused(20017, { total, gives }))).toMatchObject({ total, gives });
});

it('[E01] reads why a method is closed, and the most codes', () => {
  expect(problemOf(refused(20016, { why: 'left', max: 6 }))).toEqual({
    kind: 'channel',
    why: 'left',
    max: 6,
  });
  expect(problemOf(refused(20016))).toEqual({ kind: 'channel', why: undefined, max: 0 });
  expect(problemOf(refused(20016, { kind: 'wait', max: '<b>' }))).toEqual({
    kind: 'channel',
    why: undefined,
    max: 0,
  });
  const texts = ['limited', 'waiting', 'left', 'constructor', undefined].map((why) =>
    closingText(why, false),
  );
  expect(texts).toEqual([
    'voucher.limited',
    'voucher.most',
    'voucher.left',
    'error.20016',
    'error.20016',
  ]);
});

it('tells the time of a pause after declines (14.11)', () => {
  expect(problemOf(refused(10002, { retry_after_ms: 300_000 }))).toEqual({
    kind: 'wait',
    ms: 300_000,
  });
  expect(problemOf(refused(10002, { retry_after_ms: 'long' })).kind).toBe('again');
});

it('does not repeat a failure that the app has reported', () => {
  expect(problemOf(refused(11002, null, true)).kind).toBe('reported');
  expect(problemOf(new CallLost('network', true)).kind).toBe('reported');
  expect(problemOf(new CallLost('timeout', false)).kind).toBe('again');
});

it.each([
  [new CallLost('timeout', false), true],
  [refused(500), true],
  [refused(10017), true],
  [refused(20013), false],
  [refused(10002), false],
])(
  '[E01] the order is asked for after a payment without a clear answer: case %# (14.22)',
  (failure, may) => {
    expect(mayHavePaid(failure)).toBe(may);
  },
);
