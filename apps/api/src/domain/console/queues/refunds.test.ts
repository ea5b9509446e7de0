import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  deliver,
  endRefund,
  paidAttempt,
  refundRow,
} from '../../../../../../tests/support/paid-order.ts';
import { listRefunds } from './refunds.ts';
import { ALL, OTHERS, queueShop } from './testing/queue-shop.ts';

const { ctx, pool, paid } = await queueShop();

const page = async (state: 'pending' | 'refused' | 'owed' | 'done', more: object = {}) => {
  const list = await listRefunds(ctx, ALL, { state, ...more });
  if ('refused' in list) throw new Error(list.refused.code);
  return v.parse(CONSOLE_CALLS.refunds.result, list);
};

describe('refunds', () => {
  it('stand where they are: on their way, refused, owed or done', async () => {
    const pending = await refundRow(pool, await paid(), { amount: 100 });
    const refusedOrder = await paid();
    const refused = await refundRow(pool, refusedOrder, { amount: 200 });
    await endRefund(pool, refused, 'FAILED');
    await pool.query(`update refunds set failure = 'NO_BALANCE' where id = $1`, [refused]);
    const done = await refundRow(pool, await paid(), { amount: 300 });
    await endRefund(pool, done, 'SUCCEEDED');
    const owed = await paid();
    await pool.query(
      `with mail as (update outbox_mails set ended_at = now() where id = $1)
        update deliveries set state = 'rejected' where id = $1`,
      [owed.deliveryId],
    );
    const find = async (state: Parameters<typeof page>[0], id: string) =>
      (await page(state, { limit: 200 })).items.find((row) => row.id === id);
    expect(await find('pending', pending)).toMatchObject({ badge: { text: 'Not sent yet' } });
    expect(await find('refused', refused)).toMatchObject({
      said: 'PayerMax refused to pay $2.00 back (NO_BALANCE)',
      steps: [
        { seed: { kind: 'refund_again', refund_id: refused } },
        { seed: { kind: 'paid_outside', refund_id: refused }, why: null },
      ],
    });
    const code = 'unknown_at_gateway: CHANNEL_CLOSED';
    await pool.query(`update refunds set failure = $2 where id = $1`, [refused, code]);
    expect(await find('refused', refused)).toMatchObject({
      said: 'PayerMax never took the refund of $2.00 (CHANNEL_CLOSED)',
    });
    await pool.query(`update refunds set failure = 'method_without_refund' where id = $1`, [
      refused,
    ]);
    expect(await find('refused', refused)).toMatchObject({
      said: '$2.00 stays here, because this way to pay returns no money',
      steps: [{ seed: { kind: 'paid_outside' } }, { seed: { kind: 'refund_again' } }],
    });
    await pool.query(`update refunds set retry_at = now() where id = $1`, [refused]);
    expect((await find('refused', refused))?.steps[0]).toMatchObject({
      why: 'The shop sends this refund again by itself.',
    });
    expect(await find('done', done)).toMatchObject({ badge: { text: 'Went back' }, steps: [] });
    expect(await find('owed', owed.attemptId)).toMatchObject({
      title: 'The goods were not given',
      steps: [{ seed: { kind: 'refund_order', order_id: owed.orderId } }],
    });
  });

  it('go on where a page ended, also when rows came since, and know no page of another list', async () => {
    for (let n = 0; n < 3; n += 1) {
      await endRefund(pool, await refundRow(pool, await paid(), { amount: 10 + n }), 'SUCCEEDED');
    }
    const first = await page('done', { limit: 2 });
    await endRefund(pool, await refundRow(pool, await paid(), { amount: 1 }), 'SUCCEEDED');
    const second = await page('done', { limit: 2, after: first.next });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const after of [`${first.next}x`, 'x', first.next?.replace(/^./, 'Z')]) {
      const stale = await listRefunds(ctx, ALL, { state: 'done', after });
      expect(stale).toMatchObject({ refused: { status: 400, code: 'bad_cursor' } });
    }
    const other = await listRefunds(ctx, ALL, { state: 'pending', after: first.next ?? '' });
    expect(other).toMatchObject({ refused: { code: 'bad_cursor' } });
  });

  it('those of other projects are not listed', async () => {
    for (const state of ['pending', 'refused', 'owed', 'done'] as const) {
      expect(await listRefunds(ctx, OTHERS, { state })).toMatchObject({ items: [], next: null });
    }
  });

  it('a second payment that is owed says so', async () => {
    const order = await paid();
    await deliver(pool, order);
    const second = await paidAttempt(pool, order.orderId, 2, 499);
    const refundId = await refundRow(pool, order, {
      amount: 499,
      reason: 'double_payment',
      attemptId: second,
    });
    await endRefund(pool, refundId, 'FAILED');
    await pool.query(`update refunds set failure = 'paid_back_elsewhere' where id = $1`, [
      refundId,
    ]);
    const { items } = await page('owed', { limit: 200 });
    expect(items.find(({ id }) => id === second)?.title).toBe('This payment bought nothing');
  });
});
