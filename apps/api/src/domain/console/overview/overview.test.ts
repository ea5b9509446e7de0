import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  endRefund,
  refundRow,
  type PaidOrder,
} from '../../../../../../tests/support/paid-order.ts';
import { person } from '../../actions/testing/steps.ts';
import type { Operator } from '../../operators/operator.ts';
import { queueShop } from '../queues/testing/queue-shop.ts';
import { readOverview } from './read-overview.ts';

const { ctx: shop, pool, paid, attempt, mail } = await queueShop();
// Each read is a new one.
const ctx = {
  ...shop,
  config: { ...shop.config, waitScale: { ...shop.config.waitScale, pauses: 0 } },
};
const { operator } = await person(ctx, 'overview-reader', ['support']);
const read = async (by: Operator = operator, project?: string) =>
  v.parse(CONSOLE_CALLS.overview.result, await readOverview(ctx, by, { project }));

/** Moves an order that was sold `ago` before, for so many US cents. */
async function sold(ago: string, usd: number | null): Promise<PaidOrder> {
  const order = await paid();
  await pool.query(
    `update orders set created_at = now() - $2::interval, paid_at = now() - $2::interval, usd_minor = $3 where id = $1`,
    [order.orderId, ago, usd],
  );
  await pool.query(`update payment_attempts set submitted_at = now() where order_id = $1`, [
    order.orderId,
  ]);
  return order;
}

describe('the first screen', () => {
  it('for a shop without a sale lists the steps to the first one', async () => {
    const { first_steps: steps, causes, figures } = await read();
    expect(steps?.map(({ is_done: isDone }) => isDone)).toEqual([true, true, false, false]);
    expect(causes).toEqual([]);
    expect(figures.success.now).toEqual({ tried: 0, paid: 0 });
    expect(figures.mailbox).toEqual({ mails: 0, p50_ms: null, p95_ms: null });
  });

  it('has figures that equal a direct count of the rows', async () => {
    for (const [ago, usd] of [
      ['0 s', 499],
      ['1 minute', 1_549],
      ['40 minutes', null],
      ['23 hours', 100],
      ['30 hours', 200],
      ['7 days 1 minute', 300],
      ['7 days 50 minutes', 400],
      ['8 days', 800],
    ] as const) {
      const { deliveryId } = await sold(ago, usd);
      await pool.query(
        `with mail as (update outbox_mails set ended_at = now() where id = $1)
          update deliveries set state = 'delivered', at = (select paid_at + interval '1500 ms' from orders where id = order_id)
            where id = $1`,
        [deliveryId],
      );
    }
    const { figures, sales, success, first_steps: steps, now } = await read();
    const counted = await pool.query<Record<string, number>>(
      `with day as (select date_trunc('day', $1::timestamptz, 'UTC') as start, $1::timestamptz as until)
        select coalesce(sum(usd_minor) filter (where paid_at >= start), 0)::int4 as usd,
          (count(*) filter (where paid_at >= start))::int4 as orders,
          (count(*) filter (where paid_at >= start and usd_minor is null))::int4 as unpriced,
          coalesce(sum(usd_minor) filter (where paid_at >= start - interval '7 days' and paid_at < until - interval '7 days'), 0)::int4 as usd_before,
          (count(*) filter (where paid_at >= until - interval '1 day'))::int4 as of_day,
          (count(*) filter (where paid_at >= until - interval '2 days' and paid_at < until - interval '1 day'))::int4 as of_day_before
        from orders, day where paid_at is not null and paid_at < until`,
      [new Date(now)],
    );
    const [truth] = counted.rows;
    expect(figures.paid.today).toEqual({
      usd_minor: truth?.['usd'],
      orders: truth?.['orders'],
      unpriced: truth?.['unpriced'],
    });
    expect(figures.paid.before.usd_minor).toBe(truth?.['usd_before']);
    expect(figures.success.now).toEqual({ tried: truth?.['of_day'], paid: truth?.['of_day'] });
    expect(figures.success.before.tried).toBe(truth?.['of_day_before']);
    expect(figures.mailbox).toEqual({ mails: truth?.['of_day'], p50_ms: 1_500, p95_ms: 1_500 });
    expect(sales.reduce((all, each) => all + each.now.usd_minor, 0)).toBe(499 + 1_549 + 100);
    expect(success.map(({ pay_id, country }) => [pay_id, country])).toEqual([['card', 'US']]);
    expect(steps).toBeNull();
  });

  it('counts a payment that came late, and keeps a sale whose money was returned', async () => {
    const before = await read();
    const late = await sold('2 hours', 250);
    await pool.query(`update orders set created_at = now() - interval '3 days' where id = $1`, [
      late.orderId,
    ]);
    await pool.query(`update orders set state = 'refunded', reason = 'resolution' where id = $1`, [
      late.orderId,
    ]);
    const sum = ({ sales }: typeof before) =>
      sales.reduce((all, each) => all + each.now.usd_minor, 0);
    expect(sum(await read()) - sum(before)).toBe(250);
  });

  it('folds open alarms of one kind and place that began within 30 minutes', async () => {
    await attempt(await paid(), 'UNKNOWN', 'payermax', 600);
    await attempt(await paid(), 'UNKNOWN', 'payermax', 1_800);
    await attempt(await paid(), 'UNKNOWN', 'payermax', 7_200);
    await attempt(await paid(), 'PROCESSING', 'paypal', 90);
    await attempt(await paid(), 'PROCESSING', 'paypal', 5);
    await mail(await paid(), `, refused = 3`, 'maintenance');
    await mail(await paid(), `, refused = 1`, 'maintenance');
    await endRefund(pool, await refundRow(pool, await paid(), { amount: 200 }), 'FAILED');
    const { causes, figures } = await read();
    const shown = causes.map(({ title, count, sums, is_safe: isSafe, path }) => ({
      title: title.replace(/^.+ is in/, 'SERVER is in'),
      count,
      isSafe,
      path,
      sum: sums.reduce((all, { minor }) => all + minor, 0),
    }));
    expect(shown).toEqual([
      {
        title: 'PayerMax refused 1 refund',
        count: 1,
        isSafe: false,
        path: '/refunds?tab=refused',
        sum: 200,
      },
      {
        title: 'PayerMax has not said what became of 1 payment',
        count: 1,
        isSafe: true,
        path: '/unresolved',
        sum: 499,
      },
      {
        title: 'PayerMax has not said what became of 2 payments',
        count: 2,
        isSafe: true,
        path: '/unresolved',
        sum: 998,
      },
      {
        title: 'PayPal says that 1 payment is pending',
        count: 1,
        isSafe: true,
        path: '/unresolved',
        sum: 499,
      },
      {
        title: 'SERVER is in maintenance: 2 mails wait',
        count: 2,
        isSafe: true,
        path: '/deliveries',
        sum: 998,
      },
    ]);
    expect(figures.waiting).toMatchObject({ payments: 5, refunds: 0 });
  });

  it('lists queues with rows in the order of their deadlines', async () => {
    const { orderId } = await paid();
    await pool.query(
      `insert into resolution_requests (id, player_id, project, order_id, year, kind, text, state, created_at)
        select $2, player_id, project, id, 2026, 'refund', 'x', 'open', now() - interval '26 hours' from orders where id = $1`,
      [orderId, 'r'.padEnd(20, '0')],
    );
    const { queues, now } = await read();
    expect(queues.map(({ kind, count }) => [kind, count])).toEqual([
      ['unresolved', 4],
      ['refunds', 1],
      ['requests', 1],
    ]);
    const requests = queues.find(({ kind }) => kind === 'requests');
    expect(Math.round((now - (requests?.oldest ?? 0)) / 3_600_000)).toBe(26);
  });

  it('shows nothing of projects that the operator does not see', async () => {
    const others = { ...operator, projects: ['dr2'] };
    for (const each of [
      await read(others),
      await read(operator, 'dr2'),
      await read(others, 'miniflix'),
    ]) {
      expect(each).toMatchObject({ causes: [], queues: [], success: [] });
      expect(each.figures.paid.today.orders).toBe(0);
      expect(each.figures.mailbox.mails).toBe(0);
      expect(each.figures.waiting).toEqual({ payments: 0, refunds: 0, oldest: null });
      expect(each.sales.every(({ now, before }) => now.orders + before.orders === 0)).toBe(true);
    }
    expect(
      (await read({ ...operator, projects: ['miniflix'] })).figures.paid.today.orders,
    ).toBeGreaterThan(0);
  });
});
