import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { refundRow } from '../../../../../../tests/support/paid-order.ts';
import { ALL, HOSTILE, OTHERS, queueShop } from './testing/queue-shop.ts';
import { listUnresolved } from './unresolved.ts';

const { ctx, pool, paid, attempt } = await queueShop();

describe('a payment, refund or message without a certain result', () => {
  it('is grouped by gateway and cause, with a step for each row and one for all', async () => {
    const unknown = await paid();
    await attempt(unknown, 'UNKNOWN');
    const pending = await paid();
    await attempt(pending, 'PROCESSING', 'paypal');
    const young = await paid();
    await attempt(young, 'UNKNOWN', 'payermax', 5);
    const answer = v.parse(CONSOLE_CALLS.unresolved.result, await listUnresolved(ctx, ALL, {}));
    const byId = new Map(answer.groups.map((group) => [group.id, group]));
    const group = byId.get('payment:payermax:UNKNOWN');
    expect(group).toMatchObject({
      cause: 'PayerMax has not said what became of these payments',
      tone: 'orange',
      count: 1,
    });
    expect(group?.steps).toEqual([
      {
        seed: { kind: 'ask_gateway', order_ids: [unknown.orderId] },
        text: 'Ask PayerMax about it now',
        why: null,
      },
    ]);
    expect(group?.rows[0]).toMatchObject({
      title: 'Visa ••1111 at PayerMax',
      badge: { text: 'Unresolved' },
      sum: { minor: 499, currency: 'USD' },
      tries: 6,
      steps: [{ seed: { kind: 'ask_gateway', order_id: unknown.orderId } }],
    });
    expect(group?.rows[0]?.character?.name).toBe(HOSTILE);
    expect(byId.get('payment:paypal:PROCESSING')?.rows[0]?.badge.text).toBe('Pending');
  });

  it('holds refunds, ended payments, results and messages that cannot be applied', async () => {
    const order = await paid();
    const refundId = await refundRow(pool, order, { amount: 100 });
    for (const state of ['SUBMITTING', 'UNKNOWN']) {
      await pool.query(`update refunds set state = $2 where id = $1`, [refundId, state]);
    }
    await pool.query(
      `update refunds set requested_at = now() - interval '1 hour', next_attempt_at = now() where id = $1`,
      [refundId],
    );
    await pool.query(
      `insert into late_queries (attempt_id, provider, due_at, payable_until)
        values ($1, 'payermax', now(), now() - interval '1 hour')`,
      [order.attemptId],
    );
    await pool.query(
      `insert into quarantine (provider, attempt_id, source, reason, result, at) values
        ('payermax', $1, 'webhook', 'amount_differs', '{"amount": 500, "currency": "USD"}', now()),
        ('payermax', $1, 'webhook', 'reversal_not_confirmed', '{"event": "x"}', now()),
        ('paypal', null, 'webhook', 'unknown_attempt', '{"amount": "x"}', now())`,
      [order.attemptId],
    );
    await pool.query(
      `insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at, attempts)
        values ('payermax', 'failing', 'PAYMENT', $1, 'secret', now(), now(), 7)`,
      [order.attemptId],
    );
    const { groups } = v.parse(CONSOLE_CALLS.unresolved.result, await listUnresolved(ctx, ALL, {}));
    const rowsOf = (id: string) => groups.find((group) => group.id === id)?.rows ?? [];
    expect(rowsOf('refund:payermax')).toMatchObject([{ id: refundId, sum: { minor: 100 } }]);
    expect(rowsOf('late:payermax')).toMatchObject([{ badge: { text: 'Perhaps paid late' } }]);
    expect(rowsOf('result:payermax:amount_differs')).toMatchObject([
      { said: '$5.00 instead of $4.99', steps: [{ seed: { kind: 'settle_message' } }] },
    ]);
    expect(
      rowsOf('result:payermax:reversal_not_confirmed')[0]?.steps.map(({ seed }) => seed.kind),
    ).toEqual(['confirm_chargeback', 'settle_message']);
    expect(rowsOf('result:paypal:unknown_attempt')).toMatchObject([
      { order: null, character: null },
    ]);
    expect(rowsOf('message:payermax')).toMatchObject([
      { order: { id: order.orderId }, tries: 7, said: 'payment' },
    ]);
    expect(JSON.stringify(groups)).not.toContain('secret');
  });

  it('is not seen by an operator of another project, nor a result without a project', async () => {
    expect((await listUnresolved(ctx, OTHERS, {})).groups).toEqual([]);
    expect((await listUnresolved(ctx, OTHERS, { project: 'miniflix' })).groups).toEqual([]);
    const { groups } = await listUnresolved(ctx, { projects: ['miniflix'] }, {});
    expect(groups.map(({ id }) => id)).not.toContain('result:paypal:unknown_attempt');
  });
});
