import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { onOneConnection, untilSomebodyWaits } from '../../../../../tests/support/lock-waits.ts';
import { paidOrder, paidResult } from '../../../../../tests/support/paid-order.ts';
import { lockPlayer } from '../orders/queries.ts';
import { applyGatewayResult } from './apply-gateway-result.ts';
import { lockAttempt } from './queries.ts';

const { built, db, pool } = await builtShop(4);

/** A cart order whose second attempt, which ended here, is paid after all. */
async function expiredCartOrder() {
  const { orderId } = await paidOrder(pool);
  const attemptId = `A${orderId}_2`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        submitted_at, requested_at, created_at, updated_at)
      values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, 'EXPIRED', now(), now(), now(), now())`,
    [attemptId, orderId],
  );
  const { rows } = await pool.query<{ player_id: number }>(
    `update orders set source = 'cart', state = 'timeout' where id = $1 returning player_id`,
    [orderId],
  );
  return { orderId, attemptId, playerId: rows[0]?.player_id ?? 0 };
}

it('a late payment and order/create of its player do not deadlock (14.8)', async () => {
  const { attemptId, playerId } = await expiredCartOrder();
  const { conflicts } = built.ctx.metrics;
  const before = (await conflicts.get()).values.length;
  const applied = await onOneConnection(db, async (create) => {
    // As prepareAttempt: the player, then its order.
    await create(lockPlayer.text, [playerId]);
    const late = applyGatewayResult(built.ctx, {
      attemptId,
      source: 'query',
      result: paidResult(attemptId),
    });
    await untilSomebodyWaits(db);
    await create(lockAttempt.text, [attemptId]);
    await create('commit');
    return late;
  });
  expect(applied.decision).toBe('late_success');
  expect((await conflicts.get()).values).toHaveLength(before);
});

/** A cart order of two goods that is being paid; both left the cart. */
async function cartOrderBeingPaid() {
  const orderId = 'c0000000000000000001';
  const attemptId = `A${orderId}_1`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', 'cart1', '1', 'S01', 'Test', 1, now()) returning id`,
  );
  const playerId = rows[0]?.id ?? 0;
  await pool.query(
    `insert into carts (player_id, project, changed_at) values ($1, 'miniflix', now())`,
    [playerId],
  );
  await pool.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
        lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values ($1, 'miniflix', $2, 'cart', 'x', 'waiting', 'US', 'USD', 200, 'en', '{}', true, '', now(), now())`,
    [orderId, playerId],
  );
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        submitted_at, requested_at, created_at, updated_at)
      values ($1, $2, 1, 'card', 'payermax', 'card', 'US', 'USD', 200, 'SUBMITTING', now(), now(), now(), now())`,
    [attemptId, orderId],
  );
  const taken = await pool.query<{ product_id: string }>(
    `with goods as (
        select product_id from products where project = 'miniflix' order by product_id limit 2
      ), lines as (
        insert into cart_items (player_id, project, product_id, count, seen, seen_state, added_at)
        select $2, 'miniflix', product_id, 0, '{}', 'ok', now() from goods
      )
      insert into order_items (order_id, line, product_id, count, unit_minor, sold, from_cart)
      select $1, row_number() over (order by product_id), product_id, 1, 100, '{}', 1 from goods returning product_id`,
    [orderId, playerId],
  );
  return { attemptId, playerId, goods: taken.rows.map((row) => row.product_id).toSorted() };
}

it('a decline that returns goods to a cart and a page of that cart do not deadlock (14.8)', async () => {
  const { attemptId, playerId, goods } = await cartOrderBeingPaid();
  const [first, second] = goods;
  const { conflicts } = built.ctx.metrics;
  const before = (await conflicts.get()).values.length;
  const seen = `update cart_items set seen = '{"USD":{"price":100}}' where player_id = $1 and product_id = $2`;
  const applied = await onOneConnection(db, async (page) => {
    // As readCart: the player, then lines in any order.
    await page(lockPlayer.text, [playerId]);
    await page(seen, [playerId, second]);
    const declined = applyGatewayResult(built.ctx, {
      attemptId,
      source: 'query',
      result: { kind: 'declined', failure: 'declined', gatewayRef: null },
    });
    await untilSomebodyWaits(db);
    await page(seen, [playerId, first]);
    await page('commit');
    return declined;
  });
  expect(applied.decision).toBe('move');
  expect((await conflicts.get()).values).toHaveLength(before);
  const { rows } = await pool.query(`select count from cart_items where player_id = $1`, [
    playerId,
  ]);
  expect(rows).toEqual([{ count: 1 }, { count: 1 }]);
});
