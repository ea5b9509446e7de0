import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { OrderRow } from '@webpay/contract/console/shapes';
import { describe, expect, test } from 'vitest';
import { countText, mergeList, showHeld, startList } from './shown-rows.ts';

const row = (n: number, text = 'Delivered'): OrderRow => ({
  id: `order${n}`,
  order_no: `WP-${n}`,
  created_at: n * 1000,
  goods: [{ name: 'Gems', count: 1 }],
  character: {
    player_id: '1',
    project: { code: 'miniflix', name: 'Miniflix' },
    server_id: 'S12',
    server_name: 'Dawnharbor',
    cid: '204518763',
    name: 'NovaStar',
  },
  total: { minor: 499, currency: 'USD' },
  method: null,
  country: 'DE',
  badges: [{ tone: 'green', text }],
  mail_after_ms: null,
  note: '',
});

const answer = (items: readonly OrderRow[], next: string | null = null, now = 99_000) =>
  ({
    items: [...items],
    next,
    count: items.length,
    count_is_exact: true,
    now,
  }) satisfies ConsoleResult<'orders'>;

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('rows of the order list', () => {
  test('a new order waits, and the shown rows keep their places', () => {
    const shown = startList(answer([row(3), row(2)]));
    const later = mergeList(shown, answer([row(5), row(4), row(3), row(2)]));
    expect(idsOf(later.rows)).toEqual(['order3', 'order2']);
    expect(idsOf(later.held)).toEqual(['order5', 'order4']);
    expect(idsOf(showHeld(later).rows)).toEqual(['order5', 'order4']);
    expect(showHeld(later)).toMatchObject({ isRestart: true, held: [] });
  });

  test('a state changes in its place and tells when', () => {
    const shown = startList(answer([row(3), row(2, 'Paid')]));
    const later = mergeList(shown, answer([row(3), row(2)], null, 120_000));
    expect(later.rows[0]).toMatchObject({ changedAt: null });
    expect(later.rows[1]).toMatchObject({
      changedAt: 120_000,
      badges: [{ tone: 'green', text: 'Delivered' }],
    });
    const same = mergeList(later, answer([row(3), row(2)], null, 130_000));
    expect(same.rows[1]).toMatchObject({ changedAt: 120_000 });
  });

  test('a row that the filter left stays, marked; a row beyond the answer stays as it was', () => {
    const shown = startList(answer([row(4), row(3), row(2)], 'more'));
    const later = mergeList(shown, answer([row(5), row(4), row(2)], 'more'));
    expect(later.rows.map(({ isGone }) => isGone)).toEqual([false, true, false]);
    const full = mergeList(shown, answer([row(7), row(6), row(5)], 'more'));
    expect(full.rows.map(({ isGone }) => isGone)).toEqual([false, false, false]);
    expect(idsOf(full.held)).toEqual(['order7', 'order6', 'order5']);
  });

  test('an order below the page is not new', () => {
    const shown = startList(answer([row(4), row(3)], 'more'));
    const later = mergeList(shown, answer([row(4), row(3), row(2)], 'more'));
    expect(later.held).toEqual([]);
  });

  test('an empty list shows the first orders at once', () => {
    const later = mergeList(startList(answer([])), answer([row(1)]));
    expect(idsOf(later.rows)).toEqual(['order1']);
  });

  test('a count beyond 10,000 says that it is one', () => {
    expect(countText({ count: 10_000, isExact: false })).toBe('over 10,000 orders');
    expect(countText({ count: 1, isExact: true })).toBe('1 order');
    expect(countText({ count: 13_284, isExact: true })).toBe('13,284 orders');
  });
});
