import { DISPUTE_STATES, REFUND_STATES } from '@webpay/contract/money-back';
import {
  ATTEMPT_STATES,
  DELIVERY_STATES,
  ORDER_REASONS,
  ORDER_STATES,
} from '@webpay/contract/order-states';
import { explanation } from '@webpay/contract/console/shapes';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { EVERY_ORDER, PROVIDERS, WAITS } from '../../../../../tests/support/every-order.ts';
import {
  disputeOf,
  factsOf,
  mailOf,
  NOON,
  paymentOf,
  refundOf,
} from '../../../../../tests/support/order-facts.ts';
import { readResolve } from '../../operator/resolve-options.ts';
import { explainOrder } from './explain-order.ts';
import { CAUSES, causeOf, type Cause } from './order-cause.ts';
import type { OrderFacts } from './order-facts.ts';

const MINUTE = 60_000;
/** Thousands of orders: tests collect the wrong ones, because each `expect` costs more than the explanation. */
const EXPLAINED = EVERY_ORDER.map((facts) => ({ facts, told: explainOrder(facts) }));

describe('the explanation of an order', () => {
  it('has a sentence for every combination of states that the transition tables allow', () => {
    const wordsOf = ({ sentence, why, next }: (typeof EXPLAINED)[number]['told']) => [
      sentence,
      ...why,
      ...next.map(({ text }) => text),
    ];
    const isSentence = (each: string): boolean =>
      /^[\p{Lu}\d$].*[.]$/u.test(each) && !/undefined|null|NaN|\[object|Infinity/.test(each);
    const wrong = EXPLAINED.filter(
      ({ told }) =>
        !wordsOf(told).every(isSentence) ||
        !v.is(explanation, told) ||
        told.badges.length === 0 ||
        !told.can.some(({ action }) => action === 'copy_answer'),
    );
    expect(wrong).toEqual([]);
  });

  it('reaches every cause', () => {
    const reached = new Set(EVERY_ORDER.map(({ states }) => causeOf(states)));
    expect(CAUSES.filter((cause) => !reached.has(cause))).toEqual([]);
  });

  it('never tells two causes by one sentence', () => {
    const causes = new Map<string, Cause>();
    const shared: string[] = [];
    for (const { facts, told } of EXPLAINED) {
      const cause = causeOf(facts.states);
      const other = causes.get(told.sentence) ?? cause;
      if (other !== cause) shared.push(`${other}, ${cause}: ${told.sentence}`);
      causes.set(told.sentence, cause);
    }
    expect(shared).toEqual([]);
  });

  it('never says that nothing was charged where money was captured or may be', () => {
    const isCertain = ({ payments }: OrderFacts): boolean =>
      payments.every(
        ({ captured, state, lateQueryAt }) =>
          captured === 0 && lateQueryAt === null && (state === 'FAILED' || state === 'EXPIRED'),
      );
    const wrong = EXPLAINED.filter(
      ({ facts, told }) => !isCertain(facts) && told.sentence.includes('Nothing was charged'),
    );
    expect(wrong).toEqual([]);
    const late = paymentOf({
      state: 'FAILED',
      lateQueryAt: NOON + MINUTE,
      payableUntil: NOON + MINUTE,
    });
    const told = explainOrder(factsOf({ state: 'failed', reason: 'cancelled', payments: [late] }));
    expect(told.sentence).toBe('Cancelled before it was paid. No money has come.');
    expect(told.next).toContainEqual({
      at: NOON + MINUTE,
      text: `PayerMax is asked whether ${late.id} was paid late, payable there until 12:01 UTC.`,
    });
  });

  it('never says delivered where the game did not take the mail, and the other way round', () => {
    const isDelivered = ({ mails }: OrderFacts) => mails.some(({ state }) => state === 'delivered');
    const denied = /took the mail|is in .* mailbox|lies in|count as given/;
    const wrong = EXPLAINED.filter(({ facts, told }) =>
      (isDelivered(facts) ? /could not be given/ : denied).test(told.sentence),
    );
    expect(wrong).toEqual([]);
  });

  it('names only commands that exist, with arguments that they take', () => {
    const commands = new Set(
      EVERY_ORDER.flatMap((facts) =>
        explainOrder(facts).can.flatMap(({ command }) => command ?? []),
      ),
    );
    expect(commands.size).toBeGreaterThan(5);
    for (const command of commands) {
      const words = /^npm run resolve -- (.*)$/.exec(command)?.[1] ?? '';
      const given = words.replace('"…"', 'reason').split(' ');
      expect(() => readResolve(given)).not.toThrow();
    }
  });
});

const minor = fc.integer({ min: 0, max: 1_000_000 });
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyFacts: fc.Arbitrary<OrderFacts> = fc
  .record({
    state: fc.constantFrom(...ORDER_STATES),
    reason: maybe(fc.constantFrom(...ORDER_REASONS)),
    now: time,
    payments: fc.array(
      fc
        .record({
          state: fc.constantFrom(...ATTEMPT_STATES),
          provider: fc.constantFrom(...PROVIDERS),
          isOverpayment: fc.boolean(),
          amount: minor,
          unresolvedSince: maybe(time),
          nextQueryAt: maybe(time),
          lateQueryAt: maybe(time),
        })
        .map(paymentOf),
      { maxLength: 3 },
    ),
    mails: fc.array(
      fc
        .record({
          kind: fc.constantFrom('purchase' as const, 'resend' as const),
          state: fc.constantFrom(...DELIVERY_STATES),
          reason: fc.constantFrom(...WAITS),
          heldSince: maybe(time),
          parkedAt: maybe(time),
          why: maybe(fc.string()),
          isToDecide: fc.boolean(),
          requestId: maybe(fc.constant('q1')),
        })
        .map(mailOf),
      { maxLength: 3 },
    ),
    refunds: fc.array(
      fc
        .record({
          state: fc.constantFrom(...REFUND_STATES),
          amount: minor,
          isOverpayment: fc.boolean(),
          isRefused: fc.boolean(),
          failure: maybe(fc.string()),
        })
        .map(refundOf),
      { maxLength: 3 },
    ),
    disputes: fc.array(
      fc
        .record({
          state: fc.constantFrom(...DISPUTE_STATES),
          claimed: minor,
          answerBy: maybe(fc.string()),
          reasonCode: maybe(fc.string()),
        })
        .map(disputeOf),
      { maxLength: 3 },
    ),
  })
  .map(factsOf);

it('any facts, also impossible ones, have a sentence of one line', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const told = explainOrder(facts);
      expect(told.sentence).toMatch(/^\S.*\.$/u);
      expect(v.is(explanation, told)).toBe(true);
    }),
  );
});
