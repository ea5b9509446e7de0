import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import {
  deliver,
  endRefund,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { listOrders } from './list-orders.ts';

const { built, pool } = await builtShop(4);
const EVERYBODY = { projects: [] };
type Filter = Parameters<typeof listOrders>[2];

async function list(filter: Filter, operator = EVERYBODY as { readonly projects: string[] }) {
  const answer = await listOrders(built.ctx, operator, filter);
  if ('refused' in answer) throw new Error(answer.refused.code);
  return v.parse(CONSOLE_CALLS.orders.result, answer);
}
const idsOf = async (filter: Filter) => (await list(filter)).items.map(({ id }) => id);

/** Sets columns of an order, whose transitions the database checks. */
const set = (order: PaidOrder, columns: string) =>
  pool.query(`update orders set ${columns} where id = $1`, [order.orderId]);

async function failedOrder(reason: string): Promise<PaidOrder> {
  const order = await paidOrder(pool);
  await pool.query('delete from outbox_mails where order_id = $1', [order.orderId]);
  await set(order, `state = 'failed', reason = '${reason}'`);
  return order;
}

describe('the list of orders', () => {
  it('shows who bought what, how it was paid and when the mail came', async () => {
    const order = await paidOrder(pool, 1_549);
    await set(
      order,
      `state = 'success', paid_at = now() - interval '3 seconds', recipient = jsonb_build_object('server_id', '112',
        'server_name', 'x', 'cid', '204518763', 'name', 'NovaStar', 'level', 4, 'pr_id', '1')`,
    );
    await pool.query(
      `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
        values ($1, 1, 'p', 2, 499, '{"name": {"en": "Gems", "de": "Edelsteine"}}')`,
      [order.orderId],
    );
    await pool.query(
      `update payment_attempts set card_brand = 'VISA', card_masked = '411111******1111' where id = $1`,
      [order.attemptId],
    );
    await deliver(pool, order);
    const [row] = (await list({ mail: ['delivered'] })).items;
    const project = built.ctx.catalogue.project('miniflix');
    expect(row).toMatchObject({
      id: order.orderId,
      order_no: expect.stringMatching(/^WP-/) as string,
      goods: [{ name: 'Gems', count: 2 }],
      character: {
        project: { code: 'miniflix', name: project?.name['en'] },
        server_name: project?.servers.get('112')?.name['en'],
        cid: '204518763',
        name: 'NovaStar',
      },
      total: { minor: 1_549, currency: 'USD' },
      method: { name: 'Visa', last_four: '1111' },
      badges: [{ tone: 'green', text: 'Delivered' }],
      note: '',
    });
    expect(row?.mail_after_ms).toBeGreaterThan(2_000);
  });

  it('has a view for each thing that goes wrong', async () => {
    const unresolved = await paidOrder(pool);
    await pool.query(
      `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
          created_at, updated_at)
        values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, 'UNKNOWN', now(), now())`,
      [`A${unresolved.orderId}_2`, unresolved.orderId],
    );
    const undelivered = await paidOrder(pool);
    await set(undelivered, `state = 'success'`);
    const rejected = await paidOrder(pool);
    await set(rejected, `state = 'success'`);
    await pool.query(
      `with mail as (update outbox_mails set ended_at = now() where id = $1)
        update deliveries set state = 'rejected' where id = $1`,
      [rejected.deliveryId],
    );
    const declined = await failedOrder('declined');
    const broken = await failedOrder('error');
    const [refunds, disputed, given] = [
      await paidOrder(pool),
      await paidOrder(pool),
      await paidOrder(pool),
    ];
    for (const order of [refunds, disputed, given]) {
      await set(order, `state = 'success'`);
      await deliver(pool, order);
    }
    await refundRow(pool, refunds, { amount: 100 });
    await pool.query(
      `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at, updated_at)
        values ('payermax', 'D1', $1, $2, 'chargeback', 'open', 's', 'USD', 499, now(), now())`,
      [disputed.orderId, disputed.attemptId],
    );
    const all = [unresolved, undelivered, rejected, declined, broken, refunds, disputed, given];
    const viewed = async (view: Exclude<Filter['view'], undefined>) => {
      const ids = await idsOf({ view });
      return all.filter(({ orderId }) => ids.includes(orderId));
    };
    expect(await viewed('all')).toEqual(all);
    expect(await viewed('unresolved')).toEqual([unresolved]);
    expect(await viewed('undelivered')).toEqual([undelivered, rejected]);
    expect(await viewed('declined')).toEqual([declined]);
    expect(await viewed('money_back')).toEqual([refunds]);
    expect(await viewed('disputed')).toEqual([disputed]);
    expect(await idsOf({ view: 'undelivered', mail: ['rejected'] })).toEqual([rejected.orderId]);
    expect(await idsOf({ view: 'disputed', dispute: ['won'] })).toEqual([]);
  });

  it('tells refunds on their way, refused, done and none apart', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidOrder(pool, 777)));
    const [pending, refused, done, none] = orders;
    if (!pending || !refused || !done || !none) throw new Error('four orders');
    await refundRow(pool, pending, { amount: 1 });
    await endRefund(pool, await refundRow(pool, refused, { amount: 1 }), 'FAILED');
    // Refused first, and then done under another number: nothing stands any more.
    await endRefund(pool, await refundRow(pool, done, { amount: 1 }), 'FAILED');
    await pool.query(
      `update refunds set created_at = created_at - interval '1 hour' where id = $1`,
      [`R${done.orderId}_1`],
    );
    await endRefund(pool, await refundRow(pool, done, { amount: 1, n: 2 }), 'SUCCEEDED');
    const only = { min: 777, max: 777 };
    const of = (...money_back: ('none' | 'pending' | 'refused' | 'done')[]) =>
      idsOf({ ...only, money_back });
    expect(await of('pending')).toEqual([pending.orderId]);
    expect(await of('refused')).toEqual([refused.orderId]);
    expect(await of('done')).toEqual([done.orderId]);
    expect(await of('none')).toEqual([none.orderId]);
    expect(await of('none', 'done')).toHaveLength(2);
  });

  it('combines filters', async () => {
    const order = await paidOrder(pool, 31_337);
    await set(order, `country = 'IS', currency = 'ISK', recipient = '{"server_id": "4711"}'`);
    await pool.query(
      `insert into order_items (order_id, line, product_id, count, unit_minor, sold) values ($1, 1, 'rare', 1, 1, '{}')`,
      [order.orderId],
    );
    const fits: Filter = {
      project: 'miniflix',
      state: ['waiting', 'open'],
      payment: ['SUCCEEDED'],
      mail: ['queued'],
      money_back: ['none'],
      from: Date.now() - 60_000,
      until: Date.now() + 60_000,
      currency: 'ISK',
      min: 31_337,
      max: 31_337,
      method: 'card',
      country: 'IS',
      server: '4711',
      product: 'rare',
    };
    expect(await idsOf(fits)).toEqual([order.orderId]);
    const others: readonly Filter[] = [
      { project: 'dr2' },
      { state: ['success'] },
      { payment: ['FAILED'] },
      { mail: ['delivered'] },
      { money_back: ['done'] },
      { dispute: ['open'] },
      { from: Date.now() + 60_000 },
      { until: Date.now() - 60_000 },
      { currency: 'USD' },
      { min: 31_338 },
      { max: 31_336 },
      { method: 'paypal' },
      { country: 'US' },
      { server: '1' },
      { product: 'gems' },
    ];
    for (const other of others) {
      expect({ other, ids: await idsOf({ ...fits, ...other }) }).toEqual({ other, ids: [] });
    }
  });

  it('has pages without gaps or repeats, also among orders of one moment', async () => {
    const orders = await Promise.all(Array.from({ length: 7 }, () => paidOrder(pool, 4_242)));
    await pool.query(
      `update orders set created_at = '2026-01-02T03:04:05.678901Z' where id = any($1)`,
      [orders.slice(0, 5).map(({ orderId }) => orderId)],
    );
    const seen: string[] = [];
    let after: string | null | undefined;
    const counts: number[] = [];
    while (after !== null) {
      const page = await list({ min: 4_242, max: 4_242, limit: 2, ...(after ? { after } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      counts.push(page.count);
      expect(page.count_is_exact).toBe(true);
      after = page.next;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(orders.map(({ orderId }) => orderId)));
    expect(counts).toEqual([7, 7, 7, 7]);
  });

  it('refuses a cursor that it has not written', async () => {
    const first = await listOrders(built.ctx, EVERYBODY, { limit: 1 });
    const next = 'next' in first ? (first.next ?? '') : '';
    const forged = [`x${next}`, next.replace('.', ''), 'junk', '.', `${next}A`, 'é.é'];
    for (const after of forged) {
      expect(await listOrders(built.ctx, EVERYBODY, { after })).toMatchObject({
        refused: { status: 400, code: 'bad_cursor' },
      });
    }
    // So that each page of a list fits the contract's limit.
    expect(next.length).toBeLessThanOrEqual(200);
  });

  it('shows an operator only orders of the own projects', async () => {
    const order = await paidOrder(pool, 8_888);
    const only = { min: 8_888, max: 8_888 };
    expect((await list(only, { projects: ['miniflix', 'dr2'] })).items).toHaveLength(1);
    expect(await list(only, { projects: ['dr2'] })).toMatchObject({ items: [], count: 0 });
    expect(await list({ ...only, project: 'miniflix' }, { projects: ['dr2'] })).toMatchObject({
      items: [],
      count: 0,
    });
    await set(order, `project = 'miniflix'`);
  });

  it('says to narrow the time when PostgreSQL takes too long', async () => {
    const locks = await pool.connect();
    try {
      await locks.query('begin; lock table orders in access exclusive mode');
      expect(await listOrders(built.ctx, EVERYBODY, { state: ['success'] })).toMatchObject({
        refused: { status: 503, code: 'too_wide' },
      });
    } finally {
      await locks.query('rollback');
      locks.release();
    }
  });
});
