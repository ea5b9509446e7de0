import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  LIVE_ATTEMPT_STATES,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  orderStateOf,
} from './order-states.ts';

const attempt = {
  provider: 'payermax',
  failure: null,
  submitted: true,
  orderIsOver: false,
} as const;

describe('[S08] states of a purchase', () => {
  it.each([
    [{ ...attempt, state: 'CREATED' }, 'open', null],
    [{ ...attempt, state: 'SUBMITTING' }, 'waiting', 'unknown'],
    [{ ...attempt, state: 'REQUIRES_ACTION' }, 'waiting', 'action'],
    [{ ...attempt, state: 'PROCESSING' }, 'waiting', 'unknown'],
    [{ ...attempt, state: 'UNKNOWN' }, 'waiting', 'unknown'],
    [{ ...attempt, state: 'SUCCEEDED' }, 'success', null],
    [{ ...attempt, state: 'FAILED', failure: 'declined' }, 'failed', 'declined'],
    [
      { ...attempt, state: 'FAILED', failure: 'insufficient_balance' },
      'failed',
      'insufficient_balance',
    ],
    [{ ...attempt, state: 'EXPIRED', orderIsOver: true }, 'timeout', null],
    [{ ...attempt, state: 'EXPIRED' }, 'failed', 'error'],
    [{ ...attempt, provider: 'paypal', state: 'REQUIRES_ACTION', submitted: false }, 'open', null],
    [{ ...attempt, provider: 'paypal', state: 'REQUIRES_ACTION' }, 'waiting', 'action'],
  ] as const)('%o is shown as %s (%s)', (given, state, reason) => {
    expect(orderStateOf(given)).toEqual({ state, reason });
  });

  it('never leave a paid attempt', () => {
    expect(ATTEMPT_TRANSITIONS.SUCCEEDED).toEqual([]);
  });

  it('let every live attempt be paid', () => {
    for (const state of LIVE_ATTEMPT_STATES) {
      const reachable = new Set(ATTEMPT_TRANSITIONS[state]);
      expect(reachable.has('SUCCEEDED') || state === 'CREATED').toBe(true);
    }
  });

  it('allow every order transition that an attempt transition causes', () => {
    for (const from of ATTEMPT_STATES) {
      for (const to of ATTEMPT_TRANSITIONS[from]) {
        const before = orderStateOf({ ...attempt, state: from, failure: 'error' }).state;
        const after = orderStateOf({ ...attempt, state: to, failure: 'error' }).state;
        const isKnown = before === after || ORDER_TRANSITIONS[before].includes(after);
        expect(isKnown, `${from} → ${to} means ${before} → ${after}`).toBe(true);
      }
    }
  });

  it('reach every order state but the first from another', () => {
    const reached = new Set(ORDER_STATES.flatMap((state) => ORDER_TRANSITIONS[state]));
    expect([...ORDER_STATES].filter((state) => !reached.has(state))).toEqual([]);
  });
});
