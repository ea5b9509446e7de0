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

describe('[F17] kinds of request for an order', () => {
  it.each([
    ['success', 'delivered', ['refund', 'wrong_recharge']],
    ['success', 'retrying', ['refund']],
    ['success', 'queued', ['refund']],
    ['success', 'rejected', []],
    ['success', 'cancelled', []],
    ['refunded', 'delivered', []],
    ['waiting', 'none', []],
    ['failed', 'none', []],
  ] as const)('fit an order that is %s, %s', (state, delivery, kinds) => {
    expect(askable({ state, delivery: { state: delivery, reason: null, at: null } })).toEqual(
      kinds,
    );
  });

  it('count per calendar year in UTC', () => {
    const lastMoment = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    expect(requestYear(lastMoment)).toEqual({
      year: 2026,
      lastDay: Date.UTC(2026, 11, 31),
      nextYear: lastMoment + 1,
    });
    expect(requestYear(lastMoment + 1).year).toBe(2027);
  });
});

describe('[F17] text of a request', () => {
  const write = (text: string, right = '') => ({ right, text });

  it('is cleaned as the server does, with the right character first', () => {
    expect(requestText('refund', write(' a\r\nb\u0007\uD800\t\u200d '), 'To')).toBe('a\nb\t\u200d');
    // Marks and joiners within words stay; characters that change the reading order go.
    expect(requestText('refund', write('\u202Ea\u2066b\u2069\u200F\u061C\u200C'), 'To')).toBe(
      'ab\u200F\u061C\u200C',
    );
    expect(requestText('wrong_recharge', write('Oops', ' S12, 123 '), 'To')).toBe(
      'To: S12, 123\nOops',
    );
  });

  it.each([
    ['no text', 'refund', write(''), { right: null, text: 'missing' }],
    ['no words', 'refund', write(' !?… '), { right: null, text: 'missing' }],
    ['a digit', 'refund', write('1'), { right: null, text: null }],
    ['the maximum length', 'refund', write('😀'.repeat(999) + 'a'), { right: null, text: null }],
    [
      'more than the maximum',
      'refund',
      write('😀'.repeat(1_000) + 'a'),
      { right: null, text: 'too_long' },
    ],
    [
      'surrounding blanks',
      'refund',
      write(`  ${'充'.repeat(1_000)}\n`),
      { right: null, text: null },
    ],
    ['no character', 'wrong_recharge', write('Oops', ' - '), { right: 'missing', text: null }],
    [
      'more than the maximum with the character',
      'wrong_recharge',
      write('a'.repeat(995), 'S12'),
      { right: null, text: 'too_long' },
    ],
  ] as const)('is checked with %s', (_what, kind, draft, problems) => {
    expect(draftProblems(kind, draft, 'To')).toEqual(problems);
  });
});

describe('[F17] request with a lost answer', () => {
  it.each([
    ['lost', new CallLost('timeout', false), true],
    ['offline', new CallLost('offline', false), true],
    ['used', refused(CODES.RESOLUTION_USED), true],
    ['a broken server', refused(CODES.SYSTEM_ERROR), true],
    ['another state', refused(CODES.WRONG_STATE), false],
    ['an anomaly', refused(CODES.PAYMENT_ANOMALY), false],
    ['no session', refused(CODES.NO_SESSION), false],
  ] as const)('decides whether it may have been filed after: %s', (_what, failure, may) => {
    expect(mayBeFiled(failure)).toBe(may);
  });

  it('finds its request in the list, or none, or that another one used the year', () => {
    const list = { requests: [REQUEST], left_this_year: 0 };
    const none = { requests: [], left_this_year: 1 };
    expect(filedOrNot(list, REQUEST, none)).toBe(REQUEST);
    expect(filedOrNot(list, REQUEST, null)).toBe(REQUEST);
    expect(filedOrNot(list, { ...REQUEST, order_id: 'o2' }, none)).toBe('used');
    expect(filedOrNot(none, REQUEST, none)).toBe('not_filed');
    // Another tab was faster with another request.
    expect(filedOrNot(list, { ...REQUEST, kind: 'wrong_recharge' }, none)).toBe('used');
    expect(filedOrNot(list, { ...REQUEST, text: 'Too dear' }, none)).toBe('used');
    // An older request on the same order does not count; one sent at the end of the year does.
    const old = { requests: [REQUEST], left_this_year: 1 };
    expect(filedOrNot(old, REQUEST, old)).toBe('not_filed');
    expect(filedOrNot(old, REQUEST, none)).toBe(REQUEST);
    expect(requestOn(old, 'o1')).toBe(REQUEST);
  });
});

describe('[F17] steps of a request', () => {
  const decided = { decided_at: 2 } as const;
  it.each([
    ['open', {}, ['done', 'now', 'todo'], true],
    ['rejected', { state: 'rejected', ...decided }, ['done', 'warn'], false],
    [
      'refund on its way',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'on_its_way', at: 3 } },
      ['done', 'done', 'now'],
      true,
    ],
    [
      'refund done',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'done', at: 3 } },
      ['done', 'done', 'done'],
      false,
    ],
    [
      'refund refused',
      { state: 'approved', ...decided, refund: { amount: MONEY, state: 'refused', at: 3 } },
      ['done', 'done', 'warn'],
      true,
    ],
    [
      'resend queued',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'queued' } },
      ['done', 'done', 'now'],
      true,
    ],
    [
      'resend delivered',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'delivered' } },
      ['done', 'done', 'done'],
      false,
    ],
    [
      'resend rejected by the game',
      { state: 'approved', ...decided, second_mail: { ...MAIL, state: 'rejected' } },
      ['done', 'done', 'warn'],
      false,
    ],
  ] as const)('match a request that is: %s', (_what, change, states, moves) => {
    const request: Resolution = { ...REQUEST, ...change };
    const steps = requestSteps(request, { state: 'success', reason: null });
    expect(steps.map(({ state }) => state)).toEqual(states);
    expect(isMoving(request)).toBe(moves);
  });

  it.each(['rejected', 'cancelled'] as const)(
    'end with the refund when the resend was %s',
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
