import { expect, it } from 'vitest';
import { historyOf } from './history.ts';
import type { OrderRefund } from './history-queries.ts';
import type { OrderEvent } from './view-queries.ts';

const at = (second: number) => new Date(second * 1000);

const event = (
  second: number,
  name: string,
  to_state: string | null,
  more: Partial<OrderEvent> = {},
): OrderEvent => ({
  at: at(second),
  event: name,
  to_state,
  why: null,
  failure: null,
  payment: null,
  ...more,
});

const refund = (second: number, more: Partial<OrderRefund> = {}): OrderRefund => ({
  amount_minor: 99,
  currency: 'USD',
  is_double: false,
  is_done: false,
  created_at: at(second),
  updated_at: at(second + 1),
  ...more,
});

const PAID = {
  state: 'success',
  reason: null,
  created_at: at(0),
  paid_at: at(1),
  archived_before: null,
} as const;

type Given = Parameters<typeof historyOf>;
const history = (order: Given[0], events: Given[1], refunds: Given[2]) =>
  historyOf(order, events, refunds, ({ pay_id, reference, attempt_id: number }) => ({
    pay_id,
    name: pay_id,
    card: null,
    reference,
    number,
  }));
const shown = (...given: Parameters<typeof history>) =>
  history(...given).map(({ what, reason }) => (reason ? `${what} ${reason}` : what));

it.each<[string, readonly OrderEvent[], readonly string[]]>([
  [
    'a card payment with a bank check',
    [
      event(1, 'order_made', 'open'),
      event(2, 'submitted', 'SUBMITTING'),
      event(3, 'action', 'REQUIRES_ACTION'),
      event(4, 'pending', 'PROCESSING'),
      event(5, 'indeterminate', 'UNKNOWN'),
      event(6, 'paid', 'SUCCEEDED'),
      event(7, 'mail_delivered', 'delivered'),
    ],
    ['made', 'action', 'waiting', 'paid', 'sent'],
  ],
  [
    'a refusal, another way to pay, and a payment after expiry',
    [
      event(1, 'order_made', 'open'),
      event(2, 'declined', 'FAILED', { failure: 'insufficient_balance' }),
      event(3, 'order_reopened', 'open'),
      event(4, 'left_for_another_way', 'FAILED', { failure: 'cancelled' }),
      event(5, 'order_expired', 'EXPIRED'),
      event(6, 'paid_by_another_try', 'FAILED', { failure: 'cancelled' }),
      event(7, 'late_success', 'SUCCEEDED'),
    ],
    ['made', 'insufficient_balance', 'expired', 'paid'],
  ],
  [
    'a cancelled attempt without a stored reason that was paid late',
    [event(1, 'cancelled', 'FAILED'), event(2, 'late_success', 'SUCCEEDED')],
    ['cancelled', 'paid'],
  ],
  [
    'a full mailbox, then a game in maintenance',
    [
      event(1, 'paid', 'SUCCEEDED'),
      event(2, 'mail_retrying', 'retrying', { why: 'mailbox_full' }),
      event(3, 'mail_retrying', 'retrying', { why: 'mailbox_full' }),
      event(4, 'mail_retrying', 'retrying', { why: 'maintenance' }),
      event(5, 'mail_retrying', 'retrying', { why: 'no answer in 10 s' }),
      event(6, 'mail_delivered', 'delivered'),
    ],
    ['paid', 'delayed mailbox_full', 'delayed maintenance', 'delayed error', 'sent'],
  ],
  [
    'no operator events',
    [
      event(1, 'quarantined', null),
      event(2, 'wallet_order_made', 'REQUIRES_ACTION'),
      event(3, 'case_won', 'won'),
      event(4, 'refund_succeeded', 'SUCCEEDED'),
      event(5, 'refund_failed', 'FAILED', { failure: 'declined' }),
    ],
    [],
  ],
])('[F19] the order history shows %s', (_name, events, entries) => {
  expect(shown(PAID, events, [])).toEqual(entries);
});

it('[F19] the order history shows refunds from their rows', () => {
  const events = [event(1, 'paid', 'SUCCEEDED'), event(9, 'refunded', 'refunded')];
  const refunded = { ...PAID, state: 'refunded', reason: 'not_deliverable' } as const;
  expect(history(refunded, events, [refund(5, { is_done: true, updated_at: at(9) })])).toEqual([
    { at: 1000, what: 'paid' },
    { at: 5000, what: 'refund_started', amount: { amount: '0.99', currency: 'USD' } },
    { at: 9000, what: 'refunded', amount: { amount: '0.99', currency: 'USD' } },
  ]);
});

it('[F19] the order history shows a refunded second payment and a chargeback', () => {
  const twice = [event(1, 'paid', 'SUCCEEDED'), event(2, 'double_payment', 'SUCCEEDED')];
  const back = refund(2, { is_double: true, is_done: true, updated_at: at(4) });
  expect(shown(PAID, twice, [back])).toEqual(['paid', 'paid_twice', 'refund_started', 'refunded']);
  const payment = {
    attempt_id: 'A1',
    pay_id: 'card',
    card_brand: null,
    card_masked: null,
    reference: 'T1',
    amount_minor: 150,
    currency: 'JPY',
  };
  const late = [event(1, 'too_late_for_this_order', 'SUCCEEDED', { payment })];
  const yen = refund(2, { is_double: true, amount_minor: 150, currency: 'JPY' });
  const amount = { amount: '150', currency: 'JPY' };
  const paid_with = { pay_id: 'card', name: 'card', card: null, reference: 'T1', number: 'A1' };
  expect(history({ ...PAID, state: 'timeout' }, late, [yen])).toEqual([
    { at: 1000, what: 'paid_late', amount, paid_with },
    { at: 2000, what: 'refund_started', amount },
  ]);
  const taken = { ...PAID, state: 'refunded', reason: 'chargeback' } as const;
  expect(shown(taken, [event(3, 'charged_back', 'refunded')], [])).toEqual(['charged_back']);
});

it('[F19] the order history keeps the order and its payment when its first events are archived', () => {
  const old = { ...PAID, archived_before: '2024-03' };
  expect(shown(old, [], [])).toEqual(['made', 'paid']);
  expect(shown({ ...old, paid_at: null }, [], [])).toEqual(['made']);
  const later = [event(2, 'paid', 'SUCCEEDED'), event(3, 'mail_delivered', 'delivered')];
  expect(shown(old, later, [refund(5)])).toEqual(['made', 'paid', 'sent', 'refund_started']);
});
