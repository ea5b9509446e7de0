import { permissionsOf, type ConsoleRole } from '@webpay/contract/console/permissions';
import * as v from 'valibot';
import { possibleStep } from '@webpay/contract/console/shapes';
import { describe, expect, it } from 'vitest';
import {
  factsOf,
  mailOf,
  NOON,
  paymentOf,
  refundOf,
} from '../../../../../tests/support/order-facts.ts';
import { explainOrder } from './explain-order.ts';
import type { OrderFacts } from './order-facts.ts';
import { isGiven, stepsOfOrder, stepsOfPlayer } from './steps.ts';

const ORDER = 'a1b2c3d4e5f6g7h8i9j0';
const stepsOf = (facts: OrderFacts) => v.parse(v.array(possibleStep), stepsOfOrder(facts));
const kindsOf = (facts: OrderFacts) => stepsOf(facts).map(({ seed }) => seed.kind);
const whyOf = (facts: OrderFacts, kind: string) =>
  stepsOf(facts).find(({ seed }) => seed.kind === kind)?.why;

const unresolved = factsOf({
  state: 'waiting',
  reason: 'unknown',
  payments: [paymentOf({ state: 'UNKNOWN', unresolvedSince: NOON - 60_000 })],
});
const retrying = factsOf({
  state: 'success',
  payments: [paymentOf()],
  mails: [mailOf({ state: 'retrying', reason: 'mailbox_full' })],
});

describe('the steps of an order', () => {
  it('ask the gateway only where it owes a result, and say so elsewhere', () => {
    expect(whyOf(unresolved, 'ask_gateway')).toBeNull();
    expect(whyOf(factsOf({ state: 'waiting', refunds: [], payments: [] }), 'ask_gateway')).toBe(
      'No payment and no refund of this order waits for a result.',
    );
    const pending = { state: 'success', payments: [paymentOf()], refunds: [refundOf()] } as const;
    expect(whyOf(factsOf(pending), 'ask_gateway')).toBeNull();
    const late = paymentOf({ state: 'EXPIRED', lateQueryAt: NOON });
    expect(whyOf(factsOf({ state: 'timeout', payments: [late] }), 'ask_gateway')).toBeNull();
  });

  it('pay back what is left, and say why nothing can go back', () => {
    expect(stepsOf(retrying)[1]).toEqual({
      seed: { kind: 'refund_order', order_id: ORDER },
      text: 'Pay back, up to $4.99',
      why: null,
    });
    expect(whyOf(unresolved, 'refund_order')).toBe('Nothing was paid for this order.');
    const back = refundOf({ state: 'SUCCEEDED' });
    const refunded = factsOf({ state: 'refunded', payments: [paymentOf()], refunds: [back] });
    expect(whyOf(refunded, 'refund_order')).toMatch(/^Nothing of its payment is left/);
  });

  it('name the refused refund, the waiting mail, the open request and the result they are about', () => {
    const facts = factsOf({
      state: 'success',
      payments: [paymentOf()],
      refunds: [refundOf({ state: 'FAILED' })],
      mails: [mailOf({ state: 'retrying', reason: 'mailbox_full', heldSince: NOON })],
      requests: [
        {
          id: 'q1',
          kind: 'refund',
          state: 'open',
          text: '',
          because: null,
          createdAt: NOON,
          decidedAt: null,
        },
      ],
      quarantined: [
        {
          id: 9,
          provider: 'paypal',
          attemptId: `A${ORDER}_1`,
          reason: 'reversal_not_confirmed',
          at: NOON,
          told: null,
        },
      ],
    });
    expect(stepsOf(facts).map(({ seed }) => seed)).toMatchObject([
      { kind: 'ask_gateway' },
      { kind: 'refund_order' },
      { kind: 'refund_again', refund_id: `R${ORDER}_1` },
      { kind: 'paid_outside', refund_id: `R${ORDER}_1` },
      { kind: 'retry_mail', mail_id: 'd0000000000000000001' },
      { kind: 'approve_refund', request_id: 'q1' },
      { kind: 'reject_request', request_id: 'q1' },
      { kind: 'confirm_chargeback', message_id: 9 },
      { kind: 'settle_message', message_id: 9 },
      { kind: 'add_note', order_id: ORDER },
    ]);
    expect(whyOf(facts, 'retry_mail')).toBe('A dispute about the order holds the mail.');
  });

  it('offer the three ends of a parked mail, and none for one that is given', () => {
    const parked = mailOf({
      state: 'retrying',
      reason: 'error',
      parkedAt: NOON,
      isMaybeGiven: true,
    });
    const facts = factsOf({ state: 'success', payments: [paymentOf()], mails: [parked] });
    expect(stepsOf(facts).flatMap(({ seed }) => seed.as ?? [])).toEqual([
      'delivered',
      'undelivered',
      'retry',
    ]);
    const given = factsOf({ state: 'success', payments: [paymentOf()], mails: [mailOf()] });
    expect(kindsOf(given)).toEqual(['ask_gateway', 'refund_order', 'add_note']);
    expect([isGiven(facts), isGiven(given), isGiven(retrying)]).toEqual([true, true, false]);
  });
});

it('the first card begins a question and a retry by itself, without a command', () => {
  const seedsOf = (facts: OrderFacts) =>
    explainOrder(facts).can.flatMap(({ seed, command }) =>
      seed === null ? [] : [{ seed, command }],
    );
  expect(seedsOf(unresolved)).toContainEqual({
    seed: { kind: 'ask_gateway', order_id: ORDER },
    command: null,
  });
  expect(seedsOf(retrying)).toContainEqual({
    seed: { kind: 'retry_mail', mail_id: 'd0000000000000000001' },
    command: null,
  });
});

it('the steps of a character say why a flag can be neither set nor cleared', () => {
  const whyOfFlags = (flags: readonly string[]) =>
    Object.fromEntries(stepsOfPlayer('7', flags, []).map(({ seed, why }) => [seed.kind, why]));
  expect(whyOfFlags([])).toMatchObject({ set_flag: null, clear_flag: 'It is not flagged.' });
  expect(whyOfFlags(['dispute'])).toMatchObject({ set_flag: null, clear_flag: null });
  expect(whyOfFlags(['operator'])).toMatchObject({
    set_flag: 'An operator has stopped its orders already.',
    clear_flag: null,
  });
  const all = stepsOfPlayer('7', [], permissionsOf(['admin']));
  expect(all.every(({ seed }) => seed.player_id === '7')).toBe(true);
  const kinds = (role: ConsoleRole) =>
    stepsOfPlayer('7', [], permissionsOf([role])).map(({ seed }) => seed.kind);
  expect(kinds('admin')).toContain('export_person');
  expect(kinds('finance')).not.toContain('export_person');
});
