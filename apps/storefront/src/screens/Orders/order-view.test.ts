import { describe, expect, it } from 'vitest';
import { daysOf } from './days.ts';
import { isIn, mayChange, orderStatus } from './order-view.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PAYABLE_UNTIL = NOW + 60_000;

const order = (
  state: Parameters<typeof orderStatus>[0]['state'],
  reason: Parameters<typeof orderStatus>[0]['reason'] = null,
  delivery: Parameters<typeof orderStatus>[0]['delivery']['state'] = 'none',
  expires_at = PAYABLE_UNTIL,
  surplus: Parameters<typeof orderStatus>[0]['surplus'] = [],
) => ({
  state,
  reason,
  delivery: { state: delivery, reason: null, at: null },
  created_at: NOW,
  expires_at,
  surplus,
});
const tooLate = (back_at: number | null) =>
  order('timeout', null, 'none', NOW, [{ amount: { amount: '0.99', currency: 'USD' }, back_at }]);

describe('[F19] the status of an order', () => {
  it.each([
    ['delivered', order('success', null, 'delivered'), 'orders.delivered', 'ok', false],
    ['queued', order('success', null, 'queued'), 'orders.on_its_way', 'accent', true],
    ['retrying', order('success', null, 'retrying'), 'orders.delayed', 'warn', true],
    ['rejected', order('success', null, 'rejected'), 'orders.going_back', 'warn', true],
    [
      'refunded',
      order('refunded', 'not_deliverable', 'rejected'),
      'orders.refunded',
      'gold',
      false,
    ],
    ['at the bank', order('waiting', 'action'), 'orders.confirm', 'warn', true],
    ['unknown', order('waiting', 'unknown'), 'orders.waiting', 'accent', true],
    ['open', order('open'), 'orders.unpaid', 'warn', true],
    ['declined', order('failed', 'declined'), 'orders.declined', 'err', false],
    ['failed', order('failed', 'error'), 'orders.unpaid', 'err', false],
    ['open, over', order('open', null, 'none', NOW), 'orders.unpaid', 'quiet', false],
    ['failed, over', order('failed', 'error', 'none', NOW), 'orders.unpaid', 'quiet', false],
    ['timeout', order('timeout'), 'orders.unpaid', 'quiet', false],
    ['paid too late', tooLate(null), 'orders.going_back', 'warn', true],
    ['paid too late, and back', tooLate(NOW), 'orders.refunded', 'gold', false],
  ] as const)('%s', (_what, state, chip, tone, changes) => {
    expect(orderStatus(state, NOW)).toMatchObject({ chip, tone });
    expect(mayChange(state, NOW)).toBe(changes);
  });
});

it('[F19] names support when a mail stayed without an answer for seven days (14.3)', () => {
  const late = { ...order('success', null, 'retrying'), created_at: NOW - 7 * 86_400_000 };
  expect(orderStatus(late, NOW).line).toEqual({ kind: 'text', id: 'result.retry_person' });
  expect(orderStatus(late, NOW - 1).line).toEqual({ kind: 'text', id: 'result.retry_error' });
});

it('[F19] groups orders by day, unpaid ones among them', () => {
  const DAY = 86_400_000;
  const base = {
    token: '',
    items: [],
    total: { amount: '0.99', currency: 'USD' },
    role: { pr_id: '', server_id: '', server_name: '', name: '', level: 1 },
    refunded_at: null,
    source: 'direct' as const,
  };
  const at = (order_id: string, created_at: number, state: ReturnType<typeof order>) => ({
    ...base,
    ...state,
    order_id,
    order_no: order_id,
    created_at,
  });
  const days = daysOf(
    [
      at('a', NOW, order('open')),
      at('b', NOW, order('timeout')),
      at('c', NOW - DAY, order('refunded')),
      at('d', NOW - 9 * DAY, order('failed', 'error', 'none', NOW - 8 * DAY)),
    ],
    NOW,
    'de',
  );
  expect(days.map(({ name }) => name)).toEqual(['Heute', 'Gestern', '12.11.2026']);
  expect(days.map(({ orders }) => orders.map(({ order_id }) => order_id))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
  ]);
});

it('[F19] filters orders that wait for a bank, and those whose money goes back', () => {
  const all = [
    order('waiting', 'action'),
    order('success', null, 'delivered'),
    order('success', null, 'rejected'),
    order('refunded'),
    tooLate(null),
    { ...order('success'), refunded: { amount: '0.40', currency: 'USD' } },
  ];
  const shown = (filter: Parameters<typeof isIn>[1]) =>
    all.flatMap((each, index) => (isIn(each, filter) ? [index] : []));
  expect(shown('all')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(shown('waiting')).toEqual([0]);
  expect(shown('refunds')).toEqual([2, 3, 4, 5]);
});
