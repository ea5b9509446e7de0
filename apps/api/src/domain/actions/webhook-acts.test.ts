import type { Action } from '@webpay/contract/console/actions';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { takeMessage } from '../webhooks/queries.ts';
import { watchEndpoints } from '../webhooks/watch-endpoints.ts';
import { everyRow, planFor } from './testing/steps.ts';
import { webhookShop } from './testing/webhook-shop.ts';

const shop = await webhookShop();
const { ctx, pool, db, url, because, chief, receiver, wait, secretOf, endpoint } = shop;
const { fileOf, messagesOf, due, work, bodies, step, sold, alerts } = shop;
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const;
const switchTo = (id: string, state: 'on' | 'off') =>
  step({ kind: 'switch_webhook', webhook_id: id, state, because });

describe('a webhook', () => {
  it('tells of an order, its goods, its refund and its dispute once each, signed for any receiver', async () => {
    const { id, secret } = await endpoint();
    const order = await sold();
    await pool.query(`update orders set paid_at = now() where id = $1`, [order.orderId]);
    await pool.query(`update deliveries set state = 'delivered' where id = $1`, [order.deliveryId]);
    const refundId = await refundRow(pool, order, { amount: 100 });
    for (const state of ['SUBMITTING', 'SUCCEEDED']) {
      await pool.query(`update refunds set state = $2, requested_at = now() where id = $1`, [
        refundId,
        state,
      ]);
    }
    await pool.query(
      `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at, updated_at)
        values ('payermax', 'D 1.ü', $1, $2, 'chargeback', 'open', 'x', 'USD', 399, now(), now())`,
      [order.orderId, order.attemptId],
    );
    await pool.query(
      `update disputes set state = 'lost', lost_minor = 399, ended_at = now() where order_id = $1`,
      [order.orderId],
    );
    await work();
    await work();
    expect(bodies().map(({ type, data }) => [type, data])).toEqual(
      expect.arrayContaining([
        ['order.paid', expect.objectContaining({ amount_minor: 499, currency: 'USD' })],
        ['order.delivered', expect.objectContaining({ channel: 'card' })],
        ['refund.made', expect.objectContaining({ refund_id: refundId, by: 'shop' })],
        ['dispute.opened', expect.objectContaining({ amount_minor: 399, outcome: 'open' })],
        ['dispute.closed', expect.objectContaining({ dispute_id: 'D 1.ü', outcome: 'lost' })],
      ]),
    );
    expect(receiver.heard).toHaveLength(5);
    expect(bodies()[0]?.data).toMatchObject({
      project: 'miniflix',
      order_id: order.orderId,
      server_id: '112',
      character_id: '77',
    });
    for (const { headers, body } of receiver.heard) {
      const signed = headers as Record<string, string>;
      expect(new Webhook(secret).verify(body, signed)).toMatchObject({ id: signed['webhook-id'] });
      expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('signature');
      expect(signed['webhook-id']).toMatch(/^[\w-]{8,80}$/);
    }
    expect((await messagesOf(id)).map(({ state, tries }) => [state, tries])).toEqual(
      Array.from({ length: 5 }, () => ['taken', 1]),
    );
    const rows = [...(await everyRow(pool)).values()].flat();
    expect(rows.filter((row) => row.includes(secret))).toEqual([]);
  });

  it('says who made a refund, also of one that succeeded after it had failed', async () => {
    await endpoint({ types: ['refund.made'] });
    const order = await paidOrder(pool);
    const late = await refundRow(pool, order, { amount: 100 });
    await endRefund(pool, late, 'FAILED');
    await endRefund(pool, late, 'SUCCEEDED');
    const external = { amount: 50, state: 'SUCCEEDED', reason: 'external', n: 2 } as const;
    const foreign = await refundRow(pool, order, external);
    await work();
    expect(bodies().map(({ data }) => data)).toEqual([
      expect.objectContaining({ refund_id: late, by: 'shop' }),
      expect.objectContaining({ refund_id: foreign, by: 'gateway' }),
    ]);
  });

  it('is written in the transaction of its fact, for its projects and types alone', async () => {
    const elsewhere = await endpoint({ projects: ['dr2'] });
    const refunds = await endpoint({ types: ['refund.made'] });
    const all = await endpoint();
    const order = await paidOrder(pool);
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`update orders set paid_at = now() where id = $1`, [order.orderId]);
    await client.query('rollback');
    client.release();
    expect(await messagesOf(all.id)).toEqual([]);
    await sold();
    const counts = [elsewhere, refunds, all].map(async ({ id }) => (await messagesOf(id)).length);
    expect(await Promise.all(counts)).toEqual([0, 0, 1]);
  });

  it('is sent again with growing waits, under the same id, until its receiver is back', async () => {
    const { id } = await endpoint();
    await sold();
    receiver.answers(500);
    for (const [n, seconds] of [5, 30, 120, 600].entries()) {
      const before = ctx.clock.real().getTime();
      await work();
      const after = ctx.clock.real().getTime();
      const [message] = await messagesOf(id);
      expect(message).toMatchObject({ state: 'waiting', tries: n + 1, status: 500 });
      const at = message?.next_at ?? 0;
      expect(at).toBeGreaterThanOrEqual(before + seconds * 1_000);
      expect(at).toBeLessThanOrEqual(after + seconds * 1_000);
      wait(at - after + 1);
    }
    expect((await fileOf(id))?.failing_since).not.toBeNull();
    receiver.answers(200);
    await work();
    await work();
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.heard).toHaveLength(5);
    expect(await fileOf(id)).toMatchObject({ failing_since: null, waiting: 0 });
  });

  it('is sent again after a worker died while it sent, and a redirect is no success', async () => {
    const { id } = await endpoint();
    await sold();
    const [message] = await due();
    await db.maybe(takeMessage, { id: message?.id ?? 0, realNow: ctx.clock.real() });
    expect(await due()).toEqual([]);
    wait(16_000);
    receiver.answers(302, { location: receiver.url });
    await work();
    expect(receiver.heard).toHaveLength(1);
    expect(await messagesOf(id)).toMatchObject([
      { state: 'waiting', tries: 2, why: 'HTTP 302: redirects are not followed' },
    ]);
  });

  it('waits as long as a busy receiver asks, an hour at most', async () => {
    await endpoint();
    await sold();
    receiver.answers(429, { 'retry-after': '1800' });
    await work();
    await sold();
    wait(29 * MINUTE_MS);
    await work();
    expect(receiver.heard).toHaveLength(1);
    receiver.answers(503, { 'retry-after': '999999' });
    wait(2 * MINUTE_MS);
    await work();
    const { length } = receiver.heard;
    wait(HOUR_MS + MINUTE_MS);
    receiver.answers(200);
    await work();
    expect(receiver.heard.length).toBe(length + 2);
  });

  it('is switched off by a receiver that answers 410, and given up after three days, each with an alert', async () => {
    const { id, name } = await endpoint();
    await sold();
    receiver.answers(410);
    await work();
    expect(await fileOf(id)).toMatchObject({ name, state: 'gone' });
    expect(await alerts('webhook_gone')).toBe(1);
    await sold();
    expect(await messagesOf(id)).toHaveLength(1);
    wait(3 * DAY_MS);
    await watchEndpoints(ctx);
    expect(await messagesOf(id)).toMatchObject([{ state: 'given_up' }]);
    expect(await alerts('webhook_given_up')).toBe(1);
    expect(await switchTo(id, 'on')).toBe('done');
    await sold();
    receiver.answers(500);
    wait(3 * DAY_MS);
    await work();
    expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['given_up', 'given_up']);
    expect(await alerts('webhook_given_up')).toBe(2);
  });

  it('gives a message up as well whose secret cannot be read', async () => {
    const { id } = await endpoint();
    await sold();
    await asOwner(url, `update webhook_endpoints set secret = '\\x00'`);
    await work();
    const tried = { state: 'waiting', tries: 1, status: null };
    expect(await messagesOf(id)).toMatchObject([
      { ...tried, why: 'the shop could not sign or send it' },
    ]);
    expect(await due()).toEqual([]);
    const before = await alerts('webhook_given_up');
    wait(3 * DAY_MS);
    await work();
    expect(await messagesOf(id)).toMatchObject([{ state: 'given_up', tries: 2 }]);
    expect(await alerts('webhook_given_up')).toBe(before + 1);
  });

  it('hears nothing more when it is full, and ended messages are deleted after 30 days', async () => {
    const { id } = await endpoint();
    const other = await endpoint({ types: ['refund.made'] });
    await sold();
    await sold();
    await watchEndpoints(ctx, 2);
    expect([await fileOf(id), await fileOf(other.id)]).toMatchObject([
      { state: 'full', waiting: 2 },
      { state: 'on' },
    ]);
    await sold();
    expect(await messagesOf(id)).toHaveLength(2);
    expect(await switchTo(id, 'on')).toBe('done');
    await work();
    wait(31 * DAY_MS);
    await watchEndpoints(ctx);
    expect(await messagesOf(id)).toEqual([]);
  });
});

describe('steps with a webhook', () => {
  it('keep its messages while it is off, send a test, one message and those since a moment again', async () => {
    const { id } = await endpoint();
    const since = ctx.clock.real().getTime();
    expect(await switchTo(id, 'off')).toBe('done');
    await sold();
    await work();
    expect(receiver.heard).toEqual([]);
    expect(await step({ kind: 'test_webhook', webhook_id: id })).toBe('webhook_is_not_on');
    expect(await switchTo(id, 'on')).toBe('done');
    await work();
    expect(await step({ kind: 'test_webhook', webhook_id: id })).toBe('done');
    await work();
    expect(bodies().map(({ type }) => type)).toEqual(['order.paid', 'test']);
    const [, first] = await messagesOf(id);
    expect(await step({ kind: 'resend_webhook', message_id: first?.id ?? 0 })).toBe('done');
    await work();
    const again = { kind: 'replay_webhook', webhook_id: id, since, because } as const;
    expect((await planFor(ctx, chief, { ...again, since: 1 })).why).toContain('kept for 30 days');
    expect(await step(again)).toBe('done');
    await work();
    expect(bodies().map(({ id: event }) => event)).toEqual([
      first?.event_id,
      expect.stringMatching(/^test_/),
      first?.event_id,
      first?.event_id,
    ]);
  });

  it('change its secret with a day in which both sign, and end it for good', async () => {
    const { id, secret } = await endpoint();
    const renewed = await secretOf({ kind: 'renew_webhook', webhook_id: id, because });
    await sold();
    await work();
    wait(25 * HOUR_MS);
    await sold();
    await work();
    const holds = (key: string) =>
      receiver.heard.map(({ headers, body }) => {
        const signed = headers as Record<string, string>;
        const at = new Date(Number(signed['webhook-timestamp']) * 1_000);
        const own = new Webhook(key).sign(signed['webhook-id'] ?? '', at, body);
        return signed['webhook-signature']?.split(' ').includes(own);
      });
    expect([holds(secret), holds(renewed)]).toEqual([
      [true, false],
      [true, true],
    ]);
    await sold();
    expect(await step({ kind: 'end_webhook', webhook_id: id, because })).toBe('done');
    await work();
    expect(receiver.heard).toHaveLength(2);
    expect(await fileOf(id)).toBeUndefined();
    const { rows } = await pool.query(`select secret, old_secret from webhook_endpoints`);
    expect(rows).toEqual([{ secret: Buffer.alloc(0), old_secret: null }]);
    await expect(planFor(ctx, chief, { kind: 'test_webhook', webhook_id: id })).rejects.toThrow(
      'There is nothing with this number',
    );
  });

  it('take a usable address and a free name, and twenty endpoints', async () => {
    const { name } = await endpoint();
    const makes = async (change: object) => {
      const to = { url: receiver.url, types: ['order.paid'], projects: [] };
      const asked = { kind: 'make_webhook', name: 'x', ...to, because };
      return (await planFor(ctx, chief, { ...asked, ...change } as unknown as Action)).why;
    };
    expect(await makes({ name: name.toUpperCase() })).toContain('has this name');
    expect(await makes({ projects: ['nowhere'] })).not.toBeNull();
    for (const change of ['ftp://a.example', `${receiver.url}?token=x`, `${receiver.url}#x`]) {
      expect(await makes({ url: change })).toContain('The address is not usable');
    }
    await asOwner(
      url,
      `insert into webhook_endpoints (id, name, url, types, projects, secret, state_at, by_id, created_at)
        select 'f' || n, 'f' || n, 'https://f.example', '{order.paid}', '{}', '', now(), '${chief.operator.id}', now()
        from generate_series(1, 19) n`,
    );
    expect(await makes({})).toContain('There are 20 webhooks');
  });
});
