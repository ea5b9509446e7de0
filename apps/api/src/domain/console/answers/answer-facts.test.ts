import { expect, it } from 'vitest';
import {
  disputeOf,
  factsOf,
  mailOf,
  NOON,
  paymentOf,
  refundOf,
} from '../../../../../../tests/support/order-facts.ts';
import { answerFacts } from './answer-facts.ts';

const DAY = 86_400_000;
const usd = (minor: number) => ({ minor, currency: 'USD' });
const paid = { state: 'success', payments: [paymentOf()], mails: [mailOf()] } as const;
const second = paymentOf({ id: 'A_2', isOverpayment: true, amount: 1549, captured: 1549 });

it('names the end of payment only while it is ahead', () => {
  const open = answerFacts(factsOf({ state: 'open' }));
  expect(open).toMatchObject({ cause: 'not_paid', named: { date: NOON + 19 * 60_000 } });
  const late = answerFacts(factsOf({ state: 'open', order: { expiresAt: NOON - 1 } }));
  expect(late.named.date).toBeNull();
});

it('names the sum of the attempt while the order is not paid', () => {
  const payments = [paymentOf({ state: 'UNKNOWN', amount: 999, currency: 'EUR' })];
  const { cause, named } = answerFacts(
    factsOf({ state: 'waiting', reason: 'unknown', payments, order: { total: 999 } }),
  );
  expect([cause, named.sum]).toEqual(['unresolved', { minor: 999, currency: 'EUR' }]);
});

it('names when the shop stops sending a mail that the mailbox refuses', () => {
  const mails = [mailOf({ state: 'retrying', reason: 'mailbox_full', giveUpAt: NOON + 7 * DAY })];
  expect(answerFacts(factsOf({ ...paid, mails }))).toMatchObject({
    cause: 'mail_retrying_full',
    named: { sum: usd(499), date: NOON + 7 * DAY, isResend: false },
  });
});

it('names the recipient of a resend, and the buyer in the greeting', () => {
  const resend = mailOf({ kind: 'resend', name: 'Aldric', server: 'Emberfall' });
  const { cause, named } = answerFacts(factsOf({ ...paid, mails: [mailOf(), resend] }));
  expect(cause).toBe('delivered');
  expect(named).toMatchObject({
    name: 'NovaStar',
    recipient: 'Aldric',
    server: 'Emberfall',
    date: resend.at,
    isResend: true,
  });
});

it('names what is on its way back, refused or back, not the whole payment', () => {
  const refund = refundOf({ amount: 200 });
  const told = (state: 'PENDING' | 'FAILED' | 'SUCCEEDED') =>
    answerFacts(
      factsOf({ ...paid, refunds: [{ ...refund, state, isRefused: state === 'FAILED' }] }),
    );
  expect(told('PENDING')).toMatchObject({ cause: 'refund_on_its_way', named: { sum: usd(200) } });
  expect(told('FAILED')).toMatchObject({ cause: 'refund_refused', named: { sum: usd(200) } });
  expect(told('SUCCEEDED')).toMatchObject({
    cause: 'part_refunded',
    named: { sum: usd(200), date: refund.at },
  });
});

it('names what is owed for goods that the game refused', () => {
  const mails = [mailOf({ state: 'rejected' })];
  const refunds = [refundOf({ state: 'SUCCEEDED', amount: 100 })];
  expect(answerFacts(factsOf({ ...paid, mails, refunds }))).toMatchObject({
    cause: 'not_given_owed',
    named: { sum: usd(399) },
  });
});

it('names the second payment while it is on its way back', () => {
  const payments = [paymentOf(), second];
  const refunds = [refundOf({ attemptId: 'A_2', isOverpayment: true, amount: 1549 })];
  expect(answerFacts(factsOf({ ...paid, payments, refunds }))).toMatchObject({
    cause: 'overpayment',
    named: { sum: usd(1549) },
  });
});

it('names a late payment that is back although its order is not paid', () => {
  const refunds = [
    refundOf({ attemptId: 'A_2', isOverpayment: true, amount: 1549, state: 'SUCCEEDED' }),
  ];
  const { cause, named } = answerFacts(factsOf({ state: 'timeout', payments: [second], refunds }));
  expect([cause, named.sum]).toEqual(['refunded', usd(1549)]);
});

it('tells a late payment that its bank took back as a chargeback', () => {
  const disputes = [disputeOf({ attemptId: 'A_2', state: 'lost', lost: 1549 })];
  const { cause, named } = answerFacts(factsOf({ state: 'timeout', payments: [second], disputes }));
  expect([cause, named.sum]).toEqual(['chargeback', usd(1549)]);
});

it('names the claim of an open dispute; one without a sum is about the payment', () => {
  const told = (claimed: number) =>
    answerFacts(factsOf({ ...paid, disputes: [disputeOf({ claimed })] }));
  expect(told(250)).toMatchObject({ cause: 'disputed', named: { sum: usd(250) } });
  expect(told(0).named.sum).toEqual(usd(499));
});

it('never says "not charged" while another payment of the order is not decided', () => {
  const told = (state: 'UNKNOWN' | 'PROCESSING' | 'FAILED') =>
    answerFacts(
      factsOf({
        state: 'failed',
        reason: 'declined',
        payments: [
          paymentOf({ state, lateQueryAt: state === 'FAILED' ? NOON + DAY : null }),
          paymentOf({ id: 'A_2', state: 'FAILED' }),
        ],
      }),
    );
  expect(told('UNKNOWN').cause).toBe('unresolved');
  expect(told('PROCESSING').cause).toBe('processing');
  expect(told('FAILED')).toMatchObject({ cause: 'declined', named: { mayBeTaken: true } });
});

it('tells a lost dispute without a loss as the refund that came before it', () => {
  const { cause, named } = answerFacts(
    factsOf({
      ...paid,
      state: 'refunded',
      reason: 'chargeback',
      refunds: [refundOf({ state: 'SUCCEEDED' })],
      disputes: [disputeOf({ state: 'lost', lost: 0 })],
    }),
  );
  expect([cause, named.sum]).toEqual(['refunded', usd(499)]);
});

it('promises no mail for a paid order that has none', () => {
  expect(answerFacts(factsOf({ ...paid, mails: [] })).cause).toBe('mail_retrying');
});
