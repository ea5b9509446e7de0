import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  deliver,
  paidAttempt,
  type PaidOrder,
} from '../../../../../../tests/support/paid-order.ts';
import { disputeEvidence } from '../dispute-evidence.ts';
import { listDisputes } from './disputes.ts';
import { ALL, HOSTILE, OTHERS, queueShop } from './testing/queue-shop.ts';
import { countQueues } from './queue-counts.ts';

const { ctx, pool, paid } = await queueShop();
const HOUR_MS = 3_600_000;

let made = 0;

async function dispute(
  order: PaidOrder,
  more: { answerBy?: string | null; state?: string; id?: string; attemptId?: string } = {},
): Promise<string> {
  made += 1;
  const id = more.id ?? `D${made}`;
  const state = more.state ?? 'open';
  await pool.query(
    `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, reason_code, answer_by, currency,
        claimed_minor, opened_at, updated_at, ended_at)
      values ('payermax', $1, $2, $3, 'chargeback', $4, 'DISPUTE_INQUIRY', 'ITEM_NOT_RECEIVED', $5, 'USD', 499, now(), now(),
        case when $4 <> 'open' then now() end)`,
    [id, order.orderId, more.attemptId ?? order.attemptId, state, more.answerBy ?? null],
  );
  return id;
}

const page = async (more: object = {}) => {
  const list = await listDisputes(ctx, ALL, { limit: 200, ...more });
  if ('refused' in list) throw new Error(list.refused.code);
  return v.parse(CONSOLE_CALLS.disputes.result, list);
};
const hoursFromNow = (hours: number) => new Date(ctx.clock.nowMs() + hours * HOUR_MS).toISOString();

describe('disputes', () => {
  it('stand by their deadline, red under 72 h; one without a date comes last', async () => {
    const none = await dispute(await paid());
    const late = await dispute(await paid(), { answerBy: hoursFromNow(73) });
    const soon = await dispute(await paid(), { answerBy: hoursFromNow(71).replace('T', ' ') });
    const over = await dispute(await paid(), { answerBy: '2020-01-02' });
    const { items } = await page();
    expect(items.map(({ number }) => number)).toEqual([over, soon, late, none]);
    expect(items.map(({ answer_by: by }) => by?.tone)).toEqual(['red', 'red', 'yellow', undefined]);
    expect(items[0]).toMatchObject({
      gateway: 'PayerMax',
      kind: 'Chargeback',
      stage: 'dispute inquiry',
      reason: 'item not received',
      answer_by: { text: '2 Jan 2020, over' },
      claimed: { minor: 499, currency: 'USD' },
      goods: { text: 'Not given yet' },
      // The sandbox's gateways have no pages.
      answer_url: null,
    });
    expect((await countQueues(ctx, { ...ALL, id: 'o', roles: [] } as never, {})).disputes).toBe(4);
  });

  it('which ended stand in a list of their own, and pages go on where one ended', async () => {
    for (const state of ['won', 'cancelled', 'won']) await dispute(await paid(), { state });
    const first = await page({ state: 'ended', limit: 2 });
    const second = await page({ state: 'ended', limit: 2, after: first.next });
    expect(first.items).toHaveLength(2);
    expect(second).toMatchObject({ items: [{ badge: { text: 'Won' } }], next: null });
    const open = await page({ limit: 3 });
    const rest = await page({ limit: 3, after: open.next });
    const all = [...open.items, ...rest.items].map(({ id }) => id);
    expect(new Set(all).size).toBe(4);
    expect(await listDisputes(ctx, ALL, { after: first.next ?? '' })).toMatchObject({
      refused: { code: 'bad_cursor' },
    });
  });

  it('from other projects are neither listed nor told', async () => {
    const id = await dispute(await paid());
    for (const state of ['open', 'ended'] as const) {
      expect(await listDisputes(ctx, OTHERS, { state })).toMatchObject({ items: [], next: null });
    }
    expect(await disputeEvidence(ctx, OTHERS, { provider: 'payermax', id })).toBeNull();
    expect(await disputeEvidence(ctx, ALL, { provider: 'paypal', id })).toBeNull();
  });
});

describe('the evidence of a dispute', () => {
  it('has order, recipient, prices, mail, numbers, sessions and earlier orders, and no other values of a person', async () => {
    const earlier = await paid();
    const order = await paid();
    await pool.query(
      `update orders set player_id = (select player_id from orders where id = $2), created_at = now() - interval '2 days'
        where id = $1`,
      [earlier.orderId, order.orderId],
    );
    await pool.query(
      `insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
        select sha256(id::bytea), player_id, project, now(), now() + interval '1 day', now() from orders where id = $1`,
      [order.orderId],
    );
    await deliver(pool, order);
    await pool.query(`update deliveries set mail_id = 'mail77' where order_id = $1`, [
      order.orderId,
    ]);
    await pool.query(
      `update payment_attempts set card_brand = 'VISA', card_masked = '411111******1111' where id = $1`,
      [order.attemptId],
    );
    const id = await dispute(order, { answerBy: hoursFromNow(100) });
    const read = await disputeEvidence(ctx, ALL, { provider: 'payermax', id });
    const file = v.parse(CONSOLE_CALLS.disputeEvidence.result, read);
    expect(file).toMatchObject({
      dispute: { number: id, claimed: { minor: 499 } },
      orders: [
        {
          id: order.orderId,
          recipient: { cid: '7', name: HOSTILE, server_id: '112' },
          total: { minor: 499, currency: 'USD' },
          mails: [{ number: 'mail77', state: 'delivered' }],
          payments: [{ number: order.attemptId, gateway_number: `T${order.attemptId}` }],
          sessions: [{ ended_at: null }],
          earlier_orders: [{ total: { minor: 499 } }],
        },
      ],
    });
    const text = JSON.stringify(file);
    for (const personal of ['1111', 'token', '"country"', '"lang"', 'address']) {
      expect(text).not.toContain(personal);
    }
  });

  it('adds the claims of one dispute about two payments', async () => {
    const order = await paid();
    const second = await paidAttempt(pool, order.orderId, 2, 499);
    const id = await dispute(order, { id: 'TWO' });
    await dispute(order, { id: 'TWO', attemptId: second });
    const file = await disputeEvidence(ctx, ALL, { provider: 'payermax', id });
    expect(file?.dispute.claimed.minor).toBe(998);
    expect(file?.orders).toHaveLength(1);
  });
});
