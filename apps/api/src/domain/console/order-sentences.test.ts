import { expect, it } from 'vitest';
import { quarantinedOrders } from '../../../../../tests/support/every-order.ts';
import {
  disputeOf,
  factsOf,
  mailOf,
  NOON,
  paymentOf,
  refundOf,
} from '../../../../../tests/support/order-facts.ts';
import { explainOrder } from './explain-order.ts';
import { orderBadges } from './order-badges.ts';
import { causeOf, type Cause } from './order-cause.ts';
import type { OrderFacts } from './order-facts.ts';

const MINUTE = 60_000;

const table: readonly (readonly [cause: Cause, sentence: string, facts: OrderFacts])[] = [
  ['not_paid', 'Not paid yet; it can be until 12:19 UTC.', factsOf({ state: 'open' })],
  [
    'bank_asks',
    'The bank asks the player to confirm since 11:58 UTC.',
    factsOf({
      state: 'waiting',
      reason: 'action',
      payments: [paymentOf({ state: 'REQUIRES_ACTION', unresolvedSince: NOON - 2 * MINUTE })],
    }),
  ],
  [
    'unresolved',
    'PayerMax has not said what became of the payment. It may or may not have taken $4.99.',
    factsOf({ state: 'waiting', reason: 'unknown', payments: [paymentOf({ state: 'UNKNOWN' })] }),
  ],
  [
    'processing',
    'PayPal works on the payment; it says pending.',
    factsOf({
      state: 'waiting',
      reason: 'unknown',
      payments: [paymentOf({ state: 'PROCESSING', provider: 'paypal' })],
    }),
  ],
  [
    'declined_funds',
    'The bank said no: not enough money. Nothing was charged.',
    factsOf({
      state: 'failed',
      reason: 'insufficient_balance',
      payments: [paymentOf({ state: 'FAILED' })],
    }),
  ],
  [
    'expired',
    'Not paid in time; money found later still counts.',
    factsOf({ state: 'timeout', payments: [paymentOf({ state: 'EXPIRED' })] }),
  ],
  [
    'mail_retrying_full',
    'Paid. The game does not take the mail: mailbox full, attempt 6, next 12:01 UTC, until 30 Nov 12:00 UTC.',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'retrying', reason: 'mailbox_full', attempts: 6 })],
    }),
  ],
  [
    'mail_held',
    'Paid, not given: a dispute is open since 11:55 UTC.',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'queued', heldSince: NOON })],
      disputes: [disputeOf()],
    }),
  ],
  [
    'delivered',
    "Paid, and the game took the mail. It lies in NovaStar's mailbox on Dawnharbor.",
    factsOf({ state: 'success', payments: [paymentOf()], mails: [mailOf()] }),
  ],
  [
    'not_given_owed',
    'The goods could not be given, and $4.99 is not on its way back.',
    factsOf({ state: 'success', payments: [paymentOf()], mails: [mailOf({ state: 'rejected' })] }),
  ],
  [
    'refund_on_its_way',
    '$4.99 is on its way back, sent 11:58 UTC; PayerMax says pending.',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'cancelled' })],
      refunds: [refundOf()],
    }),
  ],
  [
    'refund_refused',
    'PayerMax refused to pay $4.99 back (BALANCE_NOT_ENOUGH).',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'rejected' })],
      refunds: [refundOf({ state: 'FAILED', failure: 'BALANCE_NOT_ENOUGH' })],
    }),
  ],
  [
    'refund_refused',
    '$4.99 stays here, because this way to pay returns no money.',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'rejected' })],
      refunds: [refundOf({ state: 'FAILED', failure: 'method_without_refund' })],
    }),
  ],
  [
    'part_refunded',
    "$1.00 of $4.99 went back. The goods are in NovaStar's mailbox on Dawnharbor.",
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf()],
      refunds: [refundOf({ state: 'SUCCEEDED', amount: 100 })],
    }),
  ],
  [
    'disputed',
    'PayPal asks about $4.99: “item not received”. Answer there by 1 Dec 00:00 UTC.',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf()],
      disputes: [disputeOf()],
    }),
  ],
  [
    'chargeback',
    'The bank took all of $4.99 back through PayPal.',
    factsOf({
      state: 'refunded',
      reason: 'chargeback',
      payments: [paymentOf()],
      mails: [mailOf()],
      disputes: [disputeOf({ state: 'lost' })],
    }),
  ],
  [
    'overpayment',
    'Two payments came; $4.99 of the second is on its way back.',
    factsOf({
      state: 'success',
      payments: [paymentOf(), paymentOf({ id: 'A2', isOverpayment: true })],
      mails: [mailOf()],
      refunds: [refundOf({ attemptId: 'A2', isOverpayment: true, reason: 'double_payment' })],
    }),
  ],
  [
    'overpayment',
    'A payment came too late for this order; $4.99 is on its way back.',
    factsOf({
      state: 'timeout',
      payments: [paymentOf({ id: 'A2', isOverpayment: true })],
      refunds: [refundOf({ attemptId: 'A2', isOverpayment: true, reason: 'double_payment' })],
    }),
  ],
  [
    'quarantined',
    'A result of PayPal does not fit: its amount differs, $5.00 instead of $4.99. No money was booked.',
    quarantinedOrders()[0] ?? factsOf({ state: 'open' }),
  ],
];

it.each(table)('%s: %s', (cause, sentence, facts) => {
  expect(causeOf(facts.states)).toBe(cause);
  expect(explainOrder(facts).sentence).toBe(sentence);
});

it('a refund that our bank has to pay offers its booking first, and a booked one names the bank', () => {
  const order = { state: 'success', payments: [paymentOf()], mails: [mailOf()] } as const;
  const failed = refundOf({ state: 'FAILED', failure: 'method_without_refund' });
  const told = (refund: typeof failed) => explainOrder(factsOf({ ...order, refunds: [refund] }));
  const kindsOf = (refund: typeof failed) =>
    told(refund).can.flatMap(({ seed }) => seed?.kind ?? []);
  expect(kindsOf(failed)).toEqual(['paid_outside', 'refund_again']);
  const refused = { ...failed, failure: 'BALANCE_NOT_ENOUGH' };
  expect(kindsOf(refused)).toEqual(['refund_again', 'paid_outside']);
  expect(kindsOf({ ...refused, retryAt: NOON })).toEqual(['refund_again']);
  const booked = refundOf({ state: 'SUCCEEDED', amount: 100, bankNumber: 'BT 1' });
  expect(told(booked).why.join(' ')).toContain(
    'by our bank (BT 1), because an operator decided it.',
  );
});

it('an order delivered, paid back in part and disputed shows all three at once', () => {
  const { badges } = explainOrder(
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf()],
      refunds: [refundOf({ state: 'SUCCEEDED', amount: 100 })],
      disputes: [disputeOf({ claimed: 399 })],
    }),
  );
  expect(badges).toEqual([
    { tone: 'green', text: 'Delivered' },
    { tone: 'grey', text: '$1.00 back' },
    { tone: 'red', text: 'Disputed' },
  ]);
});

it('a deadline is a day or a time, and stays as its gateway wrote it where it is neither', () => {
  const by = (answerBy: string) =>
    explainOrder(
      factsOf({
        state: 'success',
        payments: [paymentOf()],
        mails: [mailOf()],
        disputes: [disputeOf({ answerBy, reasonCode: null })],
      }),
    );
  expect(by('2026-12-01').sentence).toBe('PayPal asks about $4.99. Answer there by 1 Dec.');
  expect(by('2027-01-02 08:30:00Z').sentence).toMatch(/by 2 Jan 2027 08:30 UTC\.$/);
  expect(by('20261201').sentence).toMatch(/by 20261201\.$/);
  expect(by('20261201').next[0]?.at).toBeNull();
});

it.each([
  [
    'mailbox full',
    factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf({ state: 'retrying', reason: 'mailbox_full' })],
    }),
  ],
  ['funds', factsOf({ state: 'failed', reason: 'insufficient_balance' })],
  ['', factsOf({ state: 'success', payments: [paymentOf()], mails: [mailOf()] })],
] as const)('a row of the list says "%s" in a word', (note, { states }) => {
  expect(orderBadges(states).note).toBe(note);
});
