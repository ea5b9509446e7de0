import { REFUND_STATES, REFUND_TRANSITIONS, type RefundState } from '@webpay/contract/money-back';
import { describe, expect, it } from 'vitest';
import {
  isAllBack,
  leftOf,
  REFUND_TABLE,
  refundEffect,
  resendDelayMs,
  whyNoRefund,
} from './rules.ts';

const RESULTS = ['succeeded', 'pending', 'failed', 'not_found', 'indeterminate'] as const;
const SOURCES = ['answer', 'webhook', 'query'] as const;
const isState = (effect: string): effect is RefundState =>
  REFUND_STATES.some((state) => state === effect);

describe('[F17] the refund table', () => {
  it('names every result and state, and only transitions the database allows', () => {
    for (const result of RESULTS) {
      expect(Object.keys(REFUND_TABLE[result])).toEqual(REFUND_STATES);
      for (const state of REFUND_STATES) {
        for (const source of SOURCES) {
          const effect = refundEffect(state, result, source);
          const isAllowed = !isState(effect) || REFUND_TRANSITIONS[state].includes(effect);
          expect(isAllowed, `${state} + ${result} by ${source} → ${effect}`).toBe(true);
        }
      }
    }
  });

  it('resolves UNKNOWN and FAILED refunds only by query', () => {
    // No webhook reports an unknown refund.
    for (const result of RESULTS.filter((each) => each !== 'not_found')) {
      expect(isState(refundEffect('UNKNOWN', result, 'webhook'))).toBe(false);
      expect(isState(refundEffect('FAILED', result, 'webhook'))).toBe(false);
    }
  });

  it('never leaves SUCCEEDED', () => {
    for (const result of RESULTS) {
      for (const source of SOURCES) {
        expect(['keep', 'quarantine']).toContain(refundEffect('SUCCEEDED', result, source));
      }
    }
  });
});

describe('[F17] a refund that its gateway does not know', () => {
  it.each([
    [0, 5_000],
    [10_000, 10_000],
    [90_000, 90_000],
    [86_400_000, 600_000],
  ])('is sent again at the age of %d ms after %d ms', (age, delay) => {
    expect(resendDelayMs(age)).toBe(delay);
  });
});

describe('[F17] a refund of an amount', () => {
  const sums = { captured: 1000, reserved: 0, refunded: 0, lost: 0 };

  it.each([
    [sums, 1000, false, null],
    [sums, 1, false, null],
    [sums, 1001, false, 'more_than_is_left'],
    [sums, 0, false, 'not_a_sum'],
    [sums, -5, false, 'not_a_sum'],
    [sums, 0.5, false, 'not_a_sum'],
    [sums, Number.MAX_SAFE_INTEGER + 1, false, 'not_a_sum'],
    [{ ...sums, reserved: 300, refunded: 300, lost: 300 }, 100, false, null],
    [{ ...sums, reserved: 300, refunded: 300, lost: 300 }, 101, false, 'more_than_is_left'],
    [{ ...sums, refunded: 1000 }, 1, false, 'nothing_left'],
    [{ ...sums, lost: 1000 }, 1, false, 'nothing_left'],
    // An open dispute allows only the whole sum left.
    [sums, 1000, true, null],
    [sums, 999, true, 'case_open'],
    [{ ...sums, refunded: 400 }, 600, true, null],
    [{ ...sums, reserved: 400 }, 600, true, 'case_open'],
  ] as const)(
    'with sums %j, amount %d, open dispute %s is refused as %s',
    (given, amount, hasOpenDispute, why) => {
      expect(whyNoRefund(given, amount, hasOpenDispute, true)).toBe(why);
    },
  );

  it.each([
    [sums, 1000, null],
    [sums, 999, 'not_in_parts'],
    [{ ...sums, refunded: 400 }, 600, 'not_in_parts'],
    [{ ...sums, lost: 400 }, 600, 'not_in_parts'],
    [sums, 1001, 'more_than_is_left'],
  ] as const)('without parts: with sums %j, amount %d is refused as %s', (given, amount, why) => {
    expect(whyNoRefund(given, amount, false, false)).toBe(why);
  });

  it('counts refunds and losses as gone', () => {
    expect(leftOf({ ...sums, reserved: 1, refunded: 2, lost: 3 })).toBe(994);
    expect(isAllBack({ ...sums, refunded: 400, lost: 600 })).toBe(true);
    expect(isAllBack({ ...sums, reserved: 1000 })).toBe(false);
  });
});
