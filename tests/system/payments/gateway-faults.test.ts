import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../support/operator.ts';
import {
  answerChallenge,
  approveWallet,
  CARDS,
  createShopper,
  orderFields,
  want,
} from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
  statementOf,
} from '../../support/shared-environment.ts';

// Notifications come 60 times faster than in PayerMax's schedule: "late" is one second. A call
// times out after five seconds: a busy machine answers all others in less.
const environment = sharedEnvironment({ waitScale: { deadlines: 0.5 } });
const operator = operatorOf(environment);

const mailsUnderWay = async () => {
  const { rowCount } = await operator
    .db()
    .pool.query(`select from deliveries where state in ('queued', 'retrying')`);
  return rowCount;
};

afterEach(async () => {
  await clearFaults(environment());
  // A pending mail would meet the faults of the next test.
  await expect.poll(mailsUnderWay).toBe(0);
});

async function expectDeliveredOnce(number: string, withinMs = 120_000): Promise<void> {
  const shopper = await createShopper(environment());
  const opened = await shopper.open();
  await shopper.payByCard(opened, number);
  const order = await shopper.until(
    opened.token,
    (each) => each.delivery.state === 'delivered',
    withinMs,
  );
  expect(order.state).toBe('success');
  expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  expect(await shopper.mails()).toHaveLength(1);
}

describe('PayerMax with faults', () => {
  it('a card payment without an answer is paid and delivered once', async () => {
    await expectDeliveredOnce(CARDS.silentTaken);
  });

  it('a lost answer is recovered', async () => {
    await setFault(environment(), 'payermax', 'order', 'drop_answer');
    await expectDeliveredOnce(CARDS.success);
  });

  it('a slow answer is awaited', async () => {
    await setFault(environment(), 'payermax', 'order', 'slow', { ms: 1_500 });
    await expectDeliveredOnce(CARDS.success);
  });

  it('failing first queries are repeated', async () => {
    await setFault(environment(), 'payermax', 'order', 'drop_answer');
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    await setFault(environment(), 'payermax', 'query', 'error');
    await expectDeliveredOnce(CARDS.success);
  });

  it.each(['duplicate', 'late', 'reorder'])('its webhooks are %s', async (kind) => {
    await setFault(environment(), 'payermax', 'webhook', kind, { times: 2, ms: 500 });
    await expectDeliveredOnce(CARDS.success);
  });

  it('a lost webhook of a pending payment is replaced by the query', async () => {
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    await expectDeliveredOnce(CARDS.pending);
  });

  it('[F06] [S08] the gateway is queried at once when the player returns without a webhook', async () => {
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const wanted = await shopper.payByCard(opened, CARDS.challenge);
    const { pool } = operator.db();
    // As after many queries: the next one is due in an hour.
    const isLate = `update payment_attempts set next_query_at = now() + interval '1 hour',
      updated_at = updated_at - interval '1 minute' where order_id = $1 and state = 'REQUIRES_ACTION'`;
    expect((await pool.query(isLate, [opened.order_id])).rowCount).toBe(1);
    await answerChallenge(wanted.action?.url, 'approve');
    await shopper.until(opened.token, ({ state }) => state === 'success');
  });

  it('[F06] an attempt left at the bank while the gateway is silent stays until it reports "unpaid"', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.challenge);
    await setFault(environment(), 'payermax', 'query', 'error', { times: 100 });
    const cancel = () => shopper.client.call('orderCancel', { token: opened.token });
    expect((await cancel()).code).toBe(10504);
    expect(await shopper.inquire(opened.token)).toMatchObject({ state: 'waiting' });
    await clearFaults(environment());
    expect(await want(cancel())).toMatchObject({ state: 'failed', reason: 'cancelled' });
  });

  it('an error answer is indeterminate, not a failure, and blocks a second attempt', async () => {
    await setFault(environment(), 'payermax', 'order', 'error');
    // No query resolves it until the test ends.
    await setFault(environment(), 'payermax', 'query', 'error', { times: 500 });
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await shopper.open({ order_key });
    const answer = await shopper.payByCard(opened, CARDS.success);
    expect(answer.state).toBe('waiting');
    expect(await shopper.inquire(opened.token)).toMatchObject({
      state: 'waiting',
      reason: 'unknown',
    });
    expect(await shopper.open({ order_key })).toMatchObject({ state: 'waiting', pay: null });
  });

  it('[F06] [S08] a payment unresolved for ten minutes raises an alert that names it', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    await setFault(environment(), 'payermax', 'order', 'drop_answer');
    await setFault(environment(), 'payermax', 'query', 'error', { times: 500 });
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    await shopper.payByCard(opened, CARDS.success);
    await operator
      .db()
      .pool.query(
        `update payment_attempts set unresolved_since = now() - interval '10 minutes' where order_id = $1`,
        [opened.order_id],
      );
    const log = path.join(environment().dataDir, 'logs/worker.log');
    const alarm = `"alarm":"attempt_in_doubt","attempt":"A${opened.order_id}_1"`;
    await expect.poll(() => readFile(log, 'utf8'), { timeout: 60_000 }).toContain(alarm);
    expect(await shopper.inquire(opened.token)).toMatchObject({ state: 'waiting' });
    await clearFaults(environment());
    await operator
      .db()
      .pool.query('update payment_attempts set next_query_at = now() where order_id = $1', [
        opened.order_id,
      ]);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered', 150_000);
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('a session that cannot be opened answers 10504 or 300, and the same key opens it later', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    await setFault(environment(), 'payermax', 'order', 'error');
    const create = async () =>
      shopper.client.call('orderCreate', {
        ...orderFields(await cheapest(shopper)),
        order_key,
      });
    const first = await create();
    expect([200, 300, 10504]).toContain(first.code);
    await clearFaults(environment());
    const second = await want(create());
    expect(second.pay).not.toBeNull();
  });
});

describe('a game with faults', () => {
  it.each(['mailbox_full', 'maintenance', 'error', 'drop_answer'] as const)(
    '[F15] %s: the mail is retried and delivered once',
    async (kind) => {
      await setFault(environment(), 'game', 'mail', kind);
      await expectDeliveredOnce(CARDS.success);
    },
  );

  it.each(['card', 'paypal'] as const)(
    '[F15] a rejected mail is refunded automatically (%s)',
    async (pay_id) => {
      await setFault(environment(), 'game', 'mail', 'reject');
      const shopper = await createShopper(environment());
      const opened = await shopper.open({ pay_id });
      if (pay_id === 'card') await shopper.payByCard(opened, CARDS.success);
      else if (opened.pay?.kind === 'paypal')
        await approveWallet(environment(), opened.pay.order_id);
      const order = await shopper.until(opened.token, (each) => each.state === 'refunded');
      expect(order).toMatchObject({
        reason: 'not_deliverable',
        delivery: { state: 'rejected' },
        next_poll_ms: null,
      });
      expect(order.refunded_at).toBeGreaterThan(order.created_at);
      const [capture] = await capturesOf(environment(), opened.order_id);
      expect(capture?.state).toBe('refunded');
      expect(await shopper.mails()).toEqual([]);
    },
  );

  it('[F15] goods undelivered for seven days are refunded automatically', async () => {
    await setFault(environment(), 'game', 'mail', 'mailbox_full', { times: 500 });
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'retrying');
    const { rows } = await operator.db().pool.query<{ days: number }>(
      `update outbox_mails d set give_up_at = now(), next_attempt_at = now() from outbox_mails was
        where d.order_id = $1 and was.id = d.id
        returning extract(epoch from was.give_up_at - was.created_at)::float8 / 86400 as days`,
      [opened.order_id],
    );
    expect(rows[0]?.days).toBeCloseTo(7, 1);
    const order = await shopper.until(opened.token, ({ state }) => state === 'refunded');
    expect(order).toMatchObject({ reason: 'not_deliverable', delivery: { state: 'rejected' } });
    expect(await shopper.mails()).toEqual([]);
  });

  it.each(['error', 'drop_answer'] as const)(
    'a refund whose answer is %s is queried, and sent once',
    async (kind) => {
      await setFault(environment(), 'game', 'mail', 'reject');
      await setFault(environment(), 'payermax', 'refund', kind);
      const shopper = await createShopper(environment());
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS.success);
      await shopper.until(opened.token, (each) => each.state === 'refunded');
      const { refunds } = await statementOf(environment());
      const ours = refunds.filter((each) => JSON.stringify(each).includes(opened.order_id));
      expect(ours).toHaveLength(1);
    },
  );

  it('[F15] the player sees why the mail waits', async () => {
    await setFault(environment(), 'game', 'mail', 'mailbox_full', { times: 100 });
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    const waiting = await shopper.until(opened.token, (each) => each.delivery.state === 'retrying');
    expect(waiting.delivery.reason).toBe('mailbox_full');
    expect(waiting.next_poll_ms).not.toBeNull();
    const stranger = createShopper(environment()).then(async (other) => {
      const order = await other.open();
      await other.payByCard(order, CARDS.success);
      return other.inquire(order.token);
    });
    expect((await stranger).state).toBe('success');
  });

  it('a look-up without an answer is 10504, an unknown character 10006', async () => {
    const shopper = await createShopper(environment());
    await setFault(environment(), 'game', 'role', 'error');
    const role = { pr_id: shopper.prId, server_id: shopper.serverId, cid: '123456781' };
    expect((await shopper.client.call('role', role)).code).toBe(10504);
    await clearFaults(environment());
    expect((await shopper.client.call('role', { ...role, cid: '1234560' })).code).toBe(10006);
  });
});

async function cheapest(shopper: Awaited<ReturnType<typeof createShopper>>): Promise<string> {
  const shelf = await want(shopper.client.call('productLists', shopper.place));
  return shelf.goods[0]?.product_id ?? '';
}
