import { fromMinor } from '@webpay/contract/money';
import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidResult } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { cartLimitsOf } from '../catalog/cart-limits.ts';
import { findChannel } from '../catalog/channels.ts';
import { applyGatewayResult } from '../payments/apply-gateway-result.ts';
import { prepareAttempt } from '../payments/prepare-attempt.ts';
import { taxIncluded } from '../projects/project-data.ts';
import { orderToken } from './ids.ts';
import { proveOrder } from './prove-order.ts';

const { built, pool } = await builtShop(4);
const found = built.ctx.catalogue.project('miniflix');
if (found === null) throw new Error('no project');
const rates = (percent: number, countries: '*' | string[] = '*') => [
  { countries, percent, name: { en: `Tax ${percent}` } },
];

let made = 0;

/** The project and a shop whose catalogue has these rates. */
function shopWith(tax: ReturnType<typeof rates>) {
  const project = { ...found, tax } as NonNullable<typeof found>;
  const ctx: Ctx = {
    ...built.ctx,
    catalogue: { ...built.ctx.catalogue, project: () => project },
  };
  return { ctx, project };
}

async function buy(tax: ReturnType<typeof rates>, country = 'US') {
  made += 1;
  const { ctx, project } = shopWith(tax);
  const { rows } = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', $1, '1', 'S01', 'Test', 1, now()) returning id`,
    [`tax${made}`],
  );
  const playerId = rows[0]?.id ?? 0;
  const goods = await pool.query<{ product_id: string }>(
    `select product_id from products join prices using (project, product_id)
      where project = 'miniflix' and currency = 'USD' and kind = 'topup' and limit_max is null order by amount_minor limit 1`,
  );
  const { attempt } = await prepareAttempt(ctx, {
    project: 'miniflix',
    playerId,
    recipient: {
      pr_id: '1',
      server_id: '112',
      server_name: 'S01',
      cid: `tax${made}`,
      name: 'T',
      level: 1,
    },
    lang: 'en',
    products: [{ product_id: goods.rows[0]?.product_id ?? '', count: 1 }],
    source: 'direct',
    country,
    currency: 'USD',
    channel: findChannel(ctx, project, 'card', country),
    redirectUrl: '',
    orderKey: `tax-${made}`,
    totalSeen: null,
    caller: {
      network: '127.0.0.1',
      block: '127.0.0.0/24',
      hasImageCode: false,
      canProve: true,
      isCrowd: false,
    },
    ...cartLimitsOf(project),
  });
  await pool.query(`update payment_attempts set state = 'SUBMITTING' where id = $1`, [attempt.id]);
  await applyGatewayResult(ctx, {
    attemptId: attempt.id,
    source: 'query',
    result: paidResult(attempt.id, attempt.amount_minor),
  });
  return {
    orderId: attempt.order_id,
    attemptId: attempt.id,
    playerId,
    total: attempt.amount_minor,
  };
}

const taxOn = async (
  { orderId, playerId }: { readonly orderId: string; readonly playerId: number },
  tax: ReturnType<typeof rates>,
) => {
  const { ctx, project } = shopWith(tax);
  const token = orderToken(ctx, orderId);
  return (await proveOrder(ctx, { token, project, playerId, lang: 'en' })).tax;
};

it('a receipt counts a part that a lost dispute took, as the settlement does', async () => {
  const order = await buy(rates(19));
  const { orderId, playerId, total } = order;
  const part = Math.floor(total / 3);
  await pool.query(`update payment_attempts set lost_minor = $2 where id = $1`, [
    order.attemptId,
    part,
  ]);
  await pool.query(`update orders set state = 'refunded', reason = 'chargeback' where id = $1`, [
    orderId,
  ]);
  const { ctx, project } = shopWith(rates(19));
  const token = orderToken(ctx, orderId);
  const { refunded, tax } = await proveOrder(ctx, { token, project, playerId, lang: 'en' });
  expect(refunded).toEqual(fromMinor(part, 'USD'));
  expect(tax?.amount).toEqual(fromMinor(taxIncluded(total - part, 19), 'USD'));
});

it('a receipt keeps the rate and the tax of its order, whatever the catalogue says later (14.8)', async () => {
  const order = await buy(rates(19.5));
  const kept = Math.floor((order.total * 19.5 * 2 + 119.5) / (119.5 * 2));
  const { rows } = await pool.query(
    `select o.tax_thousandths, o.tax_minor, a.tax_thousandths as paid_thousandths, a.tax_minor as paid_minor
      from orders o join payment_attempts a on a.order_id = o.id where o.id = $1`,
    [order.orderId],
  );
  expect(rows).toEqual([
    { tax_thousandths: 19_500, tax_minor: kept, paid_thousandths: 19_500, paid_minor: kept },
  ]);
  const shown = {
    name: 'Tax 19.5',
    percent: 19.5,
    amount: { amount: (kept / 100).toFixed(2), currency: 'USD' },
  };
  expect(await taxOn(order, rates(19.5))).toEqual(shown);
  expect(await taxOn(order, rates(7))).toEqual(shown);
  expect(await taxOn(order, [])).toEqual(shown);
});

it('an order without a tax gets none by a later rate (14.8)', async () => {
  expect(await taxOn(await buy([]), rates(7))).toBeNull();
});

it('an order that keeps no rate shows the one of today, and says so (14.8)', async () => {
  const order = await buy(rates(19));
  await pool.query(
    `update payment_attempts set tax_thousandths = null, tax_minor = null, tax_name = null where id = $1`,
    [order.attemptId],
  );
  expect(await taxOn(order, rates(7))).toMatchObject({ percent: 7, by_current_rate: true });
});
