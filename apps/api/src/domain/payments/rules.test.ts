import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  type AttemptState,
} from '@webpay/contract/order-states';
import { describe, expect, it } from 'vitest';
import type { GatewayResult } from '../../gateways/port.ts';
import {
  decideTransition,
  isFinalAfterEnd,
  lateQueryAt,
  nextQueryAt,
  payableUntil,
  type AttemptFacts,
} from './rules.ts';
import { effectOf, RESULT_SOURCES, type ResultSource } from './transition-table.ts';

const NOW = 1_000_000_000_000;
const facts: AttemptFacts = {
  state: 'SUBMITTING',
  provider: 'payermax',
  method: 'card',
  amount_minor: 1999,
  currency: 'USD',
  gateway_ref: null,
  capture_ref: null,
  submitted_at: new Date(NOW - 1_000),
  requested_at: new Date(NOW - 1_000),
  not_found_count: 0,
};
const paid: Extract<GatewayResult, { kind: 'paid' }> = {
  kind: 'paid',
  gatewayRef: 'T1',
  captureRef: 'T1',
  amount: 1999,
  currency: 'USD',
  merchantIsOurs: true,
  card: null,
};
const declined: GatewayResult = { kind: 'declined', failure: 'declined', gatewayRef: null };
const pending: GatewayResult = { kind: 'pending', gatewayRef: null, alarm: null };
const action: GatewayResult = { kind: 'action', gatewayRef: null, url: 'https://bank.example' };
const refused: GatewayResult = { kind: 'refused', code: 'PARAMS_INVALID', cause: 'request' };
const indeterminate: GatewayResult = { kind: 'indeterminate', why: 'time-out' };

/** The new state, or the kind of decision. */
function effect(state: AttemptState, result: GatewayResult, source: ResultSource): string {
  const decision = decideTransition({ ...facts, state }, result, source, NOW);
  return decision.kind === 'move' ? decision.to : decision.kind;
}

// payments.md §3.2, in the order of ATTEMPT_STATES.
const TABLE: readonly (readonly [GatewayResult, ResultSource, string])[] = [
  [
    paid,
    'answer',
    'quarantine SUCCEEDED SUCCEEDED SUCCEEDED query_now none late_success late_success',
  ],
  [
    paid,
    'query',
    'quarantine SUCCEEDED SUCCEEDED SUCCEEDED SUCCEEDED none late_success late_success',
  ],
  [paid, 'webhook', 'quarantine SUCCEEDED SUCCEEDED SUCCEEDED query_now none query_now query_now'],
  [action, 'answer', 'REQUIRES_ACTION REQUIRES_ACTION none REQUIRES_ACTION none none none none'],
  [pending, 'query', 'none PROCESSING none none PROCESSING none none none'],
  [pending, 'answer', 'none PROCESSING none none none none none none'],
  [pending, 'webhook', 'none PROCESSING none none query_now none none none'],
  [declined, 'answer', 'FAILED FAILED FAILED FAILED query_now quarantine none none'],
  [declined, 'query', 'FAILED FAILED FAILED FAILED FAILED quarantine none none'],
  [declined, 'webhook', 'FAILED none FAILED FAILED query_now quarantine none none'],
  [{ kind: 'closed' }, 'webhook', 'none none EXPIRED EXPIRED query_now quarantine none none'],
  [refused, 'answer', 'FAILED FAILED FAILED none none none none none'],
  [indeterminate, 'answer', 'none UNKNOWN none none none none none none'],
  [{ kind: 'not_found' }, 'query', 'none UNKNOWN UNKNOWN UNKNOWN none quarantine none none'],
];

describe('[S08] result × state → effect', () => {
  for (const [result, source, effects] of TABLE) {
    it.each(ATTEMPT_STATES.map((state, column) => [state, effects.split(' ')[column]] as const))(
      `${source}: ${result.kind}, in %s: %s`,
      (state, expected) => {
        expect(effect(state, result, source)).toBe(expected);
      },
    );
  }

  it('allows only transitions of the state table, from every source', () => {
    const results = ['paid', 'action', 'approved', 'pending', 'declined', 'closed'] as const;
    const others = ['choose_other_funding', 'refused', 'not_found', 'indeterminate'] as const;
    let transitions = 0;
    for (const result of [...results, ...others]) {
      for (const source of RESULT_SOURCES) {
        for (const state of ATTEMPT_STATES) {
          const effect = effectOf(result, source, state);
          const to = ATTEMPT_STATES.find((each) => each === effect);
          if (to === undefined) continue;
          transitions += 1;
          expect(ATTEMPT_TRANSITIONS[state], `${source}: ${result} in ${state}`).toContain(to);
        }
      }
    }
    expect(transitions).toBeGreaterThan(50);
  });

  it('leaves SUCCEEDED, FAILED and EXPIRED attempts alone, except for late money', () => {
    for (const result of [
      'paid',
      'declined',
      'closed',
      'refused',
      'indeterminate',
      'not_found',
    ] as const) {
      for (const source of RESULT_SOURCES) {
        expect(['none', 'quarantine']).toContain(effectOf(result, source, 'SUCCEEDED'));
        for (const state of ['FAILED', 'EXPIRED'] as const) {
          expect(['none', 'late', 'ask']).toContain(effectOf(result, source, state));
        }
      }
    }
  });
});

describe('[S08] an approval that its gateway captures by itself', () => {
  const approved: GatewayResult = { kind: 'approved', gatewayRef: 'T1' };
  const local = { ...facts, provider: 'paypal', method: 'redirect' } as const;
  const moves = (given: AttemptFacts, result: GatewayResult, source: ResultSource) =>
    ATTEMPT_STATES.map((state) => {
      const decision = decideTransition({ ...given, state }, result, source, NOW);
      return decision.kind === 'move' ? decision.to : decision.kind;
    }).join(' ');

  it.each([pending, approved])('$kind: waits for PayPal, and no capture is made', (result) => {
    expect(moves(local, result, 'query')).toBe(
      'none PROCESSING PROCESSING none PROCESSING none none none',
    );
    expect(moves(local, result, 'webhook')).toBe(
      'none PROCESSING PROCESSING none query_now none none none',
    );
  });

  it.each([
    ['payermax', 'redirect'],
    ['payermax', 'card'],
    ['paypal', 'wallet'],
  ] as const)('is none of %s %s: its payer still has to act', (provider, method) => {
    const given = { ...facts, provider, method, gateway_ref: 'T1' };
    expect(moves(given, pending, 'query')).toBe(
      'none PROCESSING none none PROCESSING none none none',
    );
    expect(moves(given, pending, 'webhook')).toBe(
      'none PROCESSING none none query_now none none none',
    );
    expect(moves(given, approved, 'webhook')).toBe(
      'none none capture_now none query_now none none none',
    );
  });
});

describe('[S08] a payment that differs from its attempt', () => {
  it.each([
    ['another amount', { ...paid, amount: 1998 }, 'amount_differs'],
    ['another currency', { ...paid, currency: 'EUR' }, 'currency_differs'],
    ['another merchant', { ...paid, merchantIsOurs: false }, 'merchant_differs'],
    ['no amount in a webhook', { ...paid, amount: null }, 'amount_differs'],
  ] as const)('%s goes to quarantine', (_name, result, reason) => {
    expect(decideTransition(facts, result, 'webhook', NOW)).toEqual({ kind: 'quarantine', reason });
  });

  it('another trade number goes to quarantine', () => {
    const stored = { ...facts, gateway_ref: 'T0' };
    expect(decideTransition(stored, paid, 'webhook', NOW)).toEqual({
      kind: 'quarantine',
      reason: 'gateway_number_differs',
    });
  });

  it.each([
    { ...declined, gatewayRef: 'T1' },
    { ...pending, gatewayRef: 'T1' },
    { ...action, gatewayRef: 'T1' },
    { kind: 'approved', gatewayRef: 'T1' },
  ] as const)('any result under another number goes to quarantine: %j', (result) => {
    for (const state of ATTEMPT_STATES) {
      const stored = { ...facts, state, gateway_ref: 'T0' };
      for (const source of RESULT_SOURCES) {
        expect(decideTransition(stored, result, source, NOW)).toEqual({
          kind: 'quarantine',
          reason: 'gateway_number_differs',
        });
      }
    }
  });

  it("accepts PayerMax's direct answer, which names no amount", () => {
    const direct = { ...paid, amount: null, currency: null };
    expect(decideTransition(facts, direct, 'answer', NOW)).toMatchObject({ to: 'SUCCEEDED' });
  });
});

describe('[S08] an order that its gateway does not know', () => {
  const notFound: GatewayResult = { kind: 'not_found' };
  const unknown: AttemptFacts = { ...facts, state: 'UNKNOWN' };
  it.each([
    ['stays the first time', 0, 200_000, 'none'],
    ['stays the second time before 150 s', 1, 149_999, 'none'],
    ['fails the second time after 150 s', 1, 150_000, 'move'],
  ])('%s', (_name, count, age, kind) => {
    const given = { ...unknown, not_found_count: count, requested_at: new Date(NOW - age) };
    expect(decideTransition(given, notFound, 'query', NOW).kind).toBe(kind);
  });
});

describe('[F06] the next query of an attempt', () => {
  it.each([
    [0, 5_000],
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [4, 80_000],
    [5, 160_000],
    [6, 300_000],
    [7, 600_000],
    [20, 600_000],
  ])('after %i queries follows in %i ms', (queries, ms) => {
    expect(nextQueryAt(NOW, queries, null, NOW).getTime() - NOW).toBe(ms);
  });

  it('runs once at requestTime + 155 s', () => {
    const requestedAt = NOW - 100_000;
    expect(nextQueryAt(NOW, 4, requestedAt, requestedAt).getTime()).toBe(requestedAt + 155_000);
  });

  it('runs hourly after an unresolved day, daily where PayPal’s list is asked', () => {
    const since = NOW - 86_400_001;
    expect(nextQueryAt(NOW, 300, since, since).getTime() - NOW).toBe(3_600_000);
    expect(nextQueryAt(NOW, 300, since, since, 1, true).getTime() - NOW).toBe(86_400_000);
  });
});

describe('an attempt that ended here and may still be paid at its gateway (14.2)', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  it.each([
    ['of PayerMax, just submitted', 'payermax', 0, 30 * MINUTE],
    ['of PayerMax, submitted 29 minutes ago', 'payermax', -29 * MINUTE, MINUTE],
    ['of PayerMax, submitted two hours ago', 'payermax', -2 * HOUR, 0],
    ['of PayerMax, submitted on a clock a day ahead', 'payermax', DAY, 30 * MINUTE],
    ['of PayPal', 'paypal', -20 * MINUTE, 6 * HOUR],
  ] as const)('%s, can be paid for its order’s life', (_, provider, submitted, left) => {
    const attempt = { provider, submitted_at: new Date(NOW + submitted) };
    expect(payableUntil(attempt, NOW).getTime() - NOW).toBe(left);
  });

  it.each([
    ['at the end and a margin, when that is near', 30 * MINUTE, 32 * MINUTE],
    ['after 45 minutes, when the end is far', 6 * HOUR, 45 * MINUTE],
    ['soon after the end', -3 * MINUTE, 5 * MINUTE],
    ['hourly after an hour', -HOUR, HOUR],
    ['daily after a day', -DAY, DAY],
    ['no more after 30 days', -30 * DAY, null],
  ])('is queried %s', (_, payableFor, expected) => {
    const next = lateQueryAt(NOW, NOW + payableFor);
    expect(next === null ? null : next.getTime() - NOW).toBe(expected);
  });

  const kinds = 'paid declined closed not_found action approved choose_other_funding pending';
  it.each([
    ['payermax', 'card', 'payable', 'paid declined closed not_found'],
    ['payermax', 'card', 'over', 'paid declined closed not_found'],
    ['paypal', 'wallet', 'payable', 'paid declined closed not_found'],
    [
      'paypal',
      'wallet',
      'over',
      'paid declined closed not_found action approved choose_other_funding',
    ],
    ['paypal', 'redirect', 'over', 'paid declined closed not_found action choose_other_funding'],
  ] as const)('%s %s, %s: final are %s', (provider, method, life, expected) => {
    const requested_at = new Date(NOW - 150_000);
    const attempt = { provider, method, requested_at };
    const payableUntilMs = life === 'over' ? NOW - 2 * MINUTE : NOW;
    const times = { nowMs: NOW, realNowMs: NOW, payableUntilMs };
    const words = [...kinds.split(' '), 'refused', 'indeterminate'] as GatewayResult['kind'][];
    const final = words.filter((kind) => isFinalAfterEnd(attempt, kind, times));
    expect(final.join(' ')).toBe(expected);
  });

  it('is queried again when its gateway does not know a request of this moment', () => {
    const requested_at = new Date(NOW - 149_999);
    const attempt = { provider: 'payermax', method: 'card', requested_at } as const;
    const times = { nowMs: NOW, realNowMs: NOW, payableUntilMs: NOW - HOUR };
    expect(isFinalAfterEnd(attempt, 'not_found', times)).toBe(false);
  });
});
