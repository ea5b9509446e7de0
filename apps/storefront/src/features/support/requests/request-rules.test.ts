import type { Resolution } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { describe, expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../../api/failure.ts';
import {
  askable,
  draftProblems,
  filedOrNot,
  mayBeFiled,
  requestOn,
  requestText,
  requestYear,
} from './request-rules.ts';
import { isMoving, requestSteps } from './request-view.ts';

const REQUEST: Resolution = {
  request_id: 'r1',
  order_id: 'o1',
  kind: 'refund',
  text: 'Bought by mistake',
  state: 'open',
  year: 2026,
  created_at: 1,
  decided_at: null,
  answer: null,
  refund: null,
  second_mail: null,
};
const MONEY = { amount: '13.99', currency: 'EUR' };
const MAIL = { name: 'Nova', server_name: 'S12', at: 3 };

const refused = (code: number) =>
  new CallRefused({ code, msg: '', result: null, requestId: null, handled: false });

describe('[F17] what can be asked', () => {
  it.each([
    ['success', 'delivered', ['refund', 'wrong_recharge']],
    ['success', 'retrying', ['refund']],
    ['success', 'queued', ['refund']],
    ['success', 'rejected', []],
    ['success', 'cancelled', []],
    ['refunded', 'delivered', []],
    ['waiting', 'none', []],
    ['failed', 'none', []],
  ] as const)('about an order that is %s, %s', (state, delivery, kinds) => {
    expect(askable({ state, delivery: { state: delivery, reason: null, at: null } })).toEqual(
      kinds,
    );
  });

  it('counts a calendar year in UTC', () => {
    const lastMoment = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    expect(requestYear(lastMoment)).toEqual({
      year: 2026,
      lastDay: Date.UTC(2026, 11, 31),
      nextYear: lastMoment + 1,
    });
    expect(requestYear(lastMoment + 1).year).toBe(2027);
  });
});

describe('[F17] what is sent', () => {
  const write = (text: string, right = '') => ({ right, text });

  it('is tidied as the server would, with the right character on top', () => {
    expect(requestText('refund', write(' a\r\nb\u0007\uD800\t\u200d '), 'To')).toBe('a\nb\t\u200d');
    // Marks and joiners that words need stay, what turns the reading order around goes.
    expect(requestText('refund', write('\u202Ea\u2066b\u2069\u200F\u061C\u200C'), 'To')).toBe(
      'ab\u200F\u061C\u200C',
    );
    expect(requestText('wrong_recharge', write('Oops', ' S12, 123 '), 'To')).toBe(
      'To: S12, 123\nOops',
    );
  });

  it.each([
    ['nothing', 'refund', write(''), { right: null, text: 'missing' }],
    ['no words', 'refund', write(' !?… '), { right: null, text: 'missing' }],
    ['a digit', 'refund', write('1'), { right: null, text: null }],
    ['the most', 'refund', write('😀'.repeat(999) + 'a'), { right: null, text: null }],
    ['too much', 'refund', write('😀'.repeat(1_000) + 'a'), { right: null, text: 'too_long' }],
    ['blanks around', 'refund', write(`  ${'充'.repeat(1_000)}\n`), { right: null, text: null }],
    ['no character', 'wrong_recharge', write('Oops', ' - '), { right: 'missing', text: null }],
    [
      'too much with the character',
      'wrong_recharge',
      write('a'.repeat(995), 'S12'),
      { right: null, text: 'too_long' },
    ],
  ] as const)('%s', (_what, kind, draft, problems) => {
    expect(draftProblems(kind, draft, 'To')).toEqual(problems);
  });
});

describe('[F17] a lost answer', () => {
  it.each([
    ['lost', new CallLost('timeout', false), true],
    ['offline', new CallLost('offline', false), true],
    ['used', refused(CODES.RESOLUTION_USED), true],
    ['a broken server', refused(CODES.SYSTEM_ERROR), true],
    ['another state', refused(CODES.WRONG_STATE), false],
    ['an anomaly', refused(CODES.PAYMENT_ANOMALY), false],
    ['no session', refused(CODES.NO_SESSION), false],
  ] as const)('may have been filed: %s', (_what, failure, may) => {
    expect(mayBeFiled(failure)).toBe(may);
  });

  it('is found in the list, or not, or another order has the year', () => {
    const list = { requests: [REQUEST], left_this_year: 0 };
    const none = { requests: [], left_this_year: 1 };
    expect(filedOrNot(list, REQUEST, none)).toBe(REQUEST);
    expect(filedOrNot(list, REQUEST, null)).toBe(REQUEST);
    expect(filedOrNot(list, { ...REQUEST, order_id: 'o2' }, none)).toBe('used');
    expect(filedOrNot(none, REQUEST, none)).toBe('not_filed');
    // Another tab was quicker, with something else.
    expect(filedOrNot(list, { ...REQUEST, kind: 'wrong_recharge' }, none)).toBe('used');
    expect(filedOrNot(list, { ...REQUEST, text: 'Too dear' }, none)).toBe('used');
    // Last year's on the same order is not the one that was sent; one sent as the year ended is.
    const old = { requests: [REQUEST], left_this_year: 1 };
    expect(filedOrNot(old, REQUEST, old)).toBe('not_filed');
    expect(filedOrNot(old, REQUEST, none)).toBe(REQUEST);
    expect(requestOn(old, 'o1')).toBe(REQUEST);
  });
});

describe('[F17] a request in steps', () => {
  const decided = { decided_at: 2 } as const;
  it.each([
    ['open', {}, ['done', 'now', 'todo'], true],
    ['rejected', { state: 'rejected', ...decided }, ['done', 'warn'], false],
    [
      'money on its way',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'on_its_way', at: 3 } },
      ['done', 'done', 'now'],
      true,
    ],
    [
      'money back',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'done', at: 3 } },
      ['done', 'done', 'done'],
      false,
    ],
    [
      'money refused',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'refused', at: 3 } },
      ['done', 'done', 'warn'],
      true,
    ],
    [
      'goods on their way',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'queued' } },
      ['done', 'done', 'now'],
      true,
    ],
    [
      'goods there',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'delivered' } },
      ['done', 'done', 'done'],
      false,
    ],
    [
      'goods refused by the game',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'rejected' } },
      ['done', 'done', 'warn'],
      false,
    ],
  ] as const)('%s', (_what, change, states, moves) => {
    const request: Resolution = { ...REQUEST, ...change };
    const steps = requestSteps(request, { state: 'success', reason: null });
    expect(steps.map(({ state }) => state)).toEqual(states);
    expect(isMoving(request)).toBe(moves);
  });

  it.each(['rejected', 'cancelled'] as const)(
    'a second mail that was %s, and the money back instead: the end, and told as such',
    (state) => {
      const request: Resolution = {
        ...REQUEST,
        state: 'approved',
        ...decided,
        second_mail: { ...MAIL, state },
      };
      const refund = { amount: MONEY, state: 'done', at: 4 } as const;
      const end = (of: Resolution, reason: 'resolution' | 'chargeback') => {
        expect(isMoving(of)).toBe(false);
        return requestSteps(of, { state: 'refunded', reason }).at(-1);
      };
      expect(end({ ...request, refund }, 'resolution')).toMatchObject({
        state: 'done',
        title: 'result.refunded',
      });
      expect(end(request, 'chargeback')).toMatchObject({
        state: 'done',
        title: 'result.refunded_chargeback',
      });
    },
  );
});
