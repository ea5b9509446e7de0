import { describe, expect, it } from 'vitest';
import {
  disputeOf,
  factsOf,
  mailOf,
  NOON,
  paymentOf,
  refundOf,
} from '../../../../../tests/support/order-facts.ts';
import type { OrderFacts } from './order-facts.ts';
import { moneyOf } from './order-money.ts';
import { trackOf } from './order-track.ts';

const wayOf = (facts: OrderFacts) =>
  trackOf(facts).map(
    ({ label, state, note }) => `${label} ${state}${note === '' ? '' : `: ${note}`}`,
  );

describe('the track of an order', () => {
  it('stands at the payment while its result is not known', () => {
    const payment = paymentOf({ state: 'UNKNOWN', unresolvedSince: NOON - 754_000 });
    const facts = factsOf({ state: 'waiting', reason: 'unknown', payments: [payment] });
    expect(wayOf(facts)).toEqual([
      'Ordered done',
      'Pay pressed done: Visa ••1111',
      'Paid now: not known for 13 min',
      'Mail sent later: not begun',
      'In the mailbox later',
    ]);
  });

  it('breaks where a payment failed', () => {
    const facts = factsOf({
      state: 'failed',
      reason: 'declined',
      payments: [paymentOf({ state: 'FAILED' })],
    });
    expect(wayOf(facts).slice(1, 3)).toEqual([
      'Pay pressed done: Visa ••1111',
      'Paid failed: not paid',
    ]);
  });

  it('goes on with money back and disputes', () => {
    const facts = factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf()],
      refunds: [refundOf({ state: 'SUCCEEDED', amount: 100 })],
      disputes: [disputeOf({ claimed: 399 })],
    });
    expect(wayOf(facts).slice(3)).toEqual([
      'Mail sent done',
      'In the mailbox done: 1.1 s',
      '$1.00 back done',
      'Dispute opened failed: $3.99',
      'Answer by later: PayPal',
    ]);
  });
});

describe('the money of an order', () => {
  it('adds nothing across payments and currencies', () => {
    const second = paymentOf({
      id: 'A2',
      isOverpayment: true,
      currency: 'EUR',
      amount: 500,
      captured: 500,
    });
    const facts = factsOf({
      state: 'success',
      payments: [paymentOf(), second],
      mails: [mailOf()],
      refunds: [refundOf({ attemptId: 'A2', amount: 500, currency: 'EUR', isOverpayment: true })],
    });
    const tax = { name: 'VAT', percent: 19, minor: 80 };
    expect(
      moneyOf(facts, tax).map(({ label, sum }) => `${label} ${sum.minor} ${sum.currency}`),
    ).toEqual([
      'Captured, Visa ••1111 499 USD',
      'of it VAT 19 % 80 USD',
      'Went back 0 USD',
      'On its way back 0 USD',
      'Lost 0 USD',
      'Left 499 USD',
      'Overpayment captured, Visa ••1111 500 EUR',
      'Went back 0 EUR',
      'On its way back -500 EUR',
      'Lost 0 EUR',
      'Left 0 EUR',
    ]);
  });
});
