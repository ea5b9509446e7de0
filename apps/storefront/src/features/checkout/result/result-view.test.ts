import type { OrderView } from '@webpay/contract/calls';
import { describe, expect, it } from 'vitest';
import { deliverySteps, stepsDone } from './delivery-steps.ts';
import { isArriving, payPlaceOf, resultView } from './result-view.ts';

type Seen = Parameters<typeof resultView>[0];
const NOW = 1_000_000;
const order = (change: Partial<Seen>): Seen => ({
  state: 'open',
  reason: null,
  delivery: { state: 'none', reason: null, at: null },
  expires_at: NOW + 60_000,
  bought_elsewhere: false,
  surplus: [],
  next_poll_ms: 5_000,
  ...change,
});
const view = (seen: Seen, isOverdue = false) => resultView(seen, { nowMs: NOW, isOverdue });

it.each([
  ['success', 'delivered', true],
  ['success', 'queued', true],
  ['waiting', 'none', true],
  ['success', 'rejected', false],
  ['failed', 'none', false],
  ['open', 'none', false],
  ['timeout', 'none', false],
  ['refunded', 'delivered', false],
] as const)(
  '[S08] tells for an order that is %s, %s whether its goods arrive: %s',
  (state, mail, is) => {
    const delivery = { state: mail, reason: null, at: null };
    expect(isArriving(order({ state, delivery }))).toBe(is);
  },
);

describe('page of an order', () => {
  it.each([
    ['waiting', 'unknown', 'waiting', 'result.waiting', 'result.waiting_text', false],
    ['waiting', 'action', 'waiting', 'result.action', 'result.action_text', false],
    ['failed', 'declined', 'failed', 'result.declined', 'result.declined_text', true],
    [
      'failed',
      'insufficient_balance',
      'failed',
      'result.insufficient',
      'result.insufficient_text_card',
      true,
    ],
    ['failed', 'cancelled', 'failed', 'result.cancelled', 'result.cancelled_text', true],
    ['failed', 'error', 'failed', 'result.error', 'result.error_text', true],
    ['timeout', null, 'timeout', 'result.timeout', 'result.timeout_text', false],
    ['open', null, 'open', 'result.open', 'result.open_text', true],
  ] as const)('[S08] [F06] shows %s (%s) as %s', (state, reason, mood, title, text, isPayable) => {
    expect(view(order({ state, reason }))).toMatchObject({
      mood,
      title,
      text,
      isPayable,
    });
  });

  it('[S08] [F06] tells a payment that its page ended, and lets it be paid another way', () => {
    const ended = order({ state: 'failed', reason: 'error', timed_out: true });
    const code = { pay_id: 'promptpay_th', name: 'PromptPay' };
    expect(view(ended)).toMatchObject({ title: 'result.timeout', isPayable: true });
    expect(view({ ...ended, ended_code: code })).toMatchObject({ title: 'qr.ended' });
    expect(view({ ...ended, reason: 'cancelled' })).toMatchObject({ title: 'result.cancelled' });
  });

  it('[S09] [F06] ends an order whose cart another order has bought, in every state', () => {
    for (const state of ['open', 'failed'] as const) {
      expect(view(order({ state, reason: null, bought_elsewhere: true }))).toMatchObject({
        mood: 'failed',
        title: 'result.bought_elsewhere',
        text: 'payment.not_charged',
        isPayable: false,
      });
    }
  });

  it('[F06] shows the refund of a late payment and never claims that nothing was charged', () => {
    const paid = { amount: { amount: '0.99', currency: 'USD' }, back_at: null };
    const over = [
      { state: 'timeout' },
      { state: 'failed', reason: 'cancelled' },
      { state: 'failed', reason: 'error', bought_elsewhere: true },
    ] as const;
    for (const each of over) {
      const late = { mood: 'refunded', title: 'result.late', isPayable: false };
      expect(view(order({ ...each, surplus: [paid] }))).toMatchObject({
        ...late,
        text: 'result.undelivered_text',
      });
      const back = { ...paid, back_at: NOW };
      expect(view(order({ ...each, surplus: [back] }))).toMatchObject({
        ...late,
        text: 'result.refunded',
      });
    }
    expect(view(order({ state: 'success', surplus: [paid] })).mood).toBe('success');
  });

  it('[R22] lets its own player pay here, others as that character or by its link', () => {
    const role = { pr_id: 'eu', server_id: 's1', server_name: 'S1', name: 'Nova', level: 1 };
    const own = { source: 'direct', role: { ...role, cid: '1' } } as const;
    expect(payPlaceOf(own, { server_id: 's1', cid: '1' })).toBe('here');
    expect(payPlaceOf(own, { server_id: 's1', cid: '2' })).toBe('character');
    expect(payPlaceOf({ source: 'cart', role }, { server_id: 's1', cid: '1' })).toBe('character');
    expect(payPlaceOf({ source: 'cart', role }, null)).toBe('character');
    expect(payPlaceOf({ ...own, source: 'mall' }, { server_id: 's1', cid: '1' })).toBe('link');
  });

  it('[F06] names the purchase on success, before and after its delivery', () => {
    const delivery = { state: 'delivered', reason: null, at: NOW } as const;
    const named = { mood: 'success', title: null };
    expect(view(order({ state: 'success' }))).toMatchObject(named);
    expect(view(order({ state: 'success', delivery }))).toMatchObject(named);
  });

  it('[F06] [F15] shows a rejected mail as a refund, not as a success', () => {
    const delivery = { state: 'rejected', reason: null, at: null } as const;
    expect(view(order({ state: 'success', delivery }))).toMatchObject({
      mood: 'refunded',
      title: 'result.undelivered',
      showsSteps: true,
    });
  });

  it.each([
    ['resolution', 'request.banks'],
    ['not_deliverable', 'result.refunded_not_deliverable'],
    ['chargeback', 'result.refunded_chargeback'],
  ] as const)('[F06] gives the reason of a refund: %s', (reason, text) => {
    expect(view(order({ state: 'refunded', reason }))).toMatchObject({ mood: 'refunded', text });
  });

  it('[F06] explains the next step after three minutes of waiting', () => {
    const waiting = order({ state: 'waiting', reason: 'unknown' });
    expect(view(waiting, true)).toMatchObject({ art: 'late', text: 'result.waiting_long_page' });
    const action = order({ state: 'waiting', reason: 'action' });
    expect(view(action, true).text).toBe('result.action_long');
  });

  it('[F06] names a wallet as the next method only where one is offered', () => {
    const poor = order({ state: 'failed', reason: 'insufficient_balance' });
    const now = { nowMs: NOW, isOverdue: false };
    expect(resultView(poor, { ...now, hasNonCard: true }).text).toBe('result.insufficient_text');
    expect(resultView(poor, { ...now, hasNonCard: false }).text).toBe(
      'result.insufficient_text_card',
    );
  });

  it.each([
    ['declined', 'refused', 'result.declined_by'],
    ['insufficient_balance', 'poor_wallet', 'result.insufficient_in'],
  ] as const)('[F06] names the wallet, and no bank or card: %s', (reason, art, title) => {
    const failed = order({ state: 'failed', reason, failed_wallet: 'GCash' });
    expect(resultView(failed, { nowMs: NOW, isOverdue: false, hasNonCard: true })).toMatchObject({
      art,
      title,
      text: 'result.insufficient_text',
    });
  });

  it('[F06] does not call a wallet that asks for confirmation a bank', () => {
    const action = order({ state: 'waiting', reason: 'action' });
    const now = { nowMs: NOW, isWallet: true };
    expect(resultView(action, { ...now, isOverdue: false })).toMatchObject({
      art: 'wallet',
      title: 'result.action_wallet',
      text: 'result.action_wallet_text',
    });
    expect(resultView(action, { ...now, isOverdue: true }).text).toBe('result.action_wallet_long');
  });

  it('[F06] gives every outcome its own picture', () => {
    const ends = [
      order({ state: 'waiting', reason: 'unknown' }),
      order({ state: 'waiting', reason: 'action' }),
      order({ state: 'failed', reason: 'declined' }),
      order({ state: 'failed', reason: 'insufficient_balance' }),
      order({ state: 'failed', reason: 'cancelled' }),
      order({ state: 'failed', reason: 'error' }),
      order({ state: 'timeout' }),
      order({ state: 'refunded', reason: 'resolution' }),
      order({ state: 'open' }),
    ].map((each) => view(each).art);
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('celebrates no delivery that an operator decides about, and says what its money does (14.3)', () => {
    const delivery = { state: 'retrying', reason: 'error', at: null } as const;
    const parked = view(order({ state: 'success', delivery, next_poll_ms: null }));
    expect(parked).toMatchObject({
      mood: 'waiting',
      title: 'result.checked',
      text: 'result.checked_text',
      showsSteps: true,
    });
    expect(view(order({ state: 'success', delivery }))).toMatchObject({
      mood: 'success',
      title: null,
    });
  });

  it('[F06] offers no other method once the order is over', () => {
    const over = order({ state: 'failed', reason: 'declined', expires_at: NOW });
    expect(view(over).isPayable).toBe(false);
  });
});

describe('delivery steps of an order', () => {
  const states = (change: Partial<Seen>, shown = 3) =>
    deliverySteps({ ...order(change), next_poll_ms: 5_000 }, shown).map((step) => step.state);
  const mail = (
    state: OrderView['delivery']['state'],
    reason: OrderView['delivery']['reason'] = null,
  ) => ({
    state: 'success' as const,
    delivery: { state, reason, at: null },
  });

  it.each([
    ['not paid yet', { state: 'waiting' as const }, ['now', 'todo', 'todo']],
    ['paid', mail('none'), ['done', 'now', 'todo']],
    ['queued', mail('queued'), ['done', 'now', 'todo']],
    ['mailbox full', mail('retrying', 'mailbox_full'), ['done', 'warn', 'todo']],
    ['rejected: its money comes back', mail('rejected'), ['done', 'err', 'now']],
    ['delivered', mail('delivered'), ['done', 'done', 'done']],
  ])('[F15] shows the steps when %s', (_, change, expected) => {
    expect(states(change)).toEqual(expected);
  });

  it('[F15] shows one step after the other even when all are done at once', () => {
    const delivered = mail('delivered');
    expect(stepsDone(order(delivered))).toBe(3);
    expect(states(delivered, 0)).toEqual(['now', 'todo', 'todo']);
    expect(states(delivered, 1)).toEqual(['done', 'now', 'todo']);
    expect(states(delivered, 2)).toEqual(['done', 'done', 'todo']);
  });

  it.each([
    ['mailbox_full', 'result.retry_mailbox_full'],
    ['maintenance', 'result.retry_maintenance'],
    ['error', 'result.retry_error'],
  ] as const)('[F15] gives the reason of a retried mail: %s', (reason, text) => {
    const polled = { ...order(mail('retrying', reason)), next_poll_ms: 5_000 };
    expect(deliverySteps(polled, 3)[1]?.text).toBe(text);
  });

  it('[F15] names support when an operator decides about a mail (14.3)', () => {
    const over = { ...order(mail('retrying', 'error')), next_poll_ms: null };
    expect(deliverySteps(over, 3)[1]).toMatchObject({ state: 'warn', text: 'result.retry_person' });
  });
});
