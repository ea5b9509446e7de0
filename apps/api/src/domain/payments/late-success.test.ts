import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { applyGatewayResult } from './apply-gateway-result.ts';

const { built, pool } = await builtShop(4);
let made = 0;

type State = 'open' | 'waiting' | 'timeout';

/** An order of a good that may be had once, with its attempt. */
async function order(
  playerId: number,
  state: State,
  attempt: 'CREATED' | 'SUBMITTING' | 'EXPIRED',
) {
  made += 1;
  const orderId = `l${String(made).padStart(19, '0')}`;
  const attemptId = `A${orderId}_1`;
  await pool.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
        recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values ($1, 'miniflix', $2, 'direct', 'x', $3, 'US', 'USD', 499, 'en', '{"server_id":"112"}', true, '', now(),
        now() + interval '1 day')`,
    [orderId, playerId, state],
  );
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        unit_minors, submitted_at, requested_at, created_at, updated_at)
      values ($1, $2, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, $3, '{499}',
        case when $3 <> 'CREATED' then now() end, now(), now(), now())`,
    [attemptId, orderId, attempt],
  );
  await pool.query(
    `with good as (
        update products set limit_max = 1, limit_period = 'once' where project = 'miniflix'
          and product_id = (select min(product_id) from products where project = 'miniflix')
        returning product_id
      )
      insert into order_items (order_id, line, product_id, count, unit_minor, sold)
        select $1, 1, product_id, 1, 499, '{}' from good`,
    [orderId],
  );
  return { orderId, attemptId };
}

async function player(): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', $1, '1', 'S01', 'Test', 1, now()) returning id`,
    [`late${made}`],
  );
  return rows[0]?.id ?? 0;
}

it.each([
  ['open', 'CREATED', 'success', 'failed', []],
  ['waiting', 'SUBMITTING', 'timeout', 'waiting', ['double_payment']],
] as const)(
  'late money of a good that may be had once, beside another order that is %s: the order ends as %s %s',
  async (state, attempt, ended, other, refunds) => {
    const playerId = await player();
    const late = await order(playerId, 'timeout', 'EXPIRED');
    const later = await order(playerId, state, attempt);
    await applyGatewayResult(built.ctx, {
      attemptId: late.attemptId,
      source: 'query',
      result: {
        kind: 'paid',
        captureRef: `T${late.attemptId}`,
        gatewayRef: `T${late.attemptId}`,
        amount: 499,
        currency: 'USD',
        merchantIsOurs: true,
        card: null,
      },
    });
    const found = await pool.query(
      `select o.state, array(select r.reason from refunds r where r.order_id = o.id) as refunds
        from orders o where o.id = any ($1) order by o.id`,
      [[late.orderId, later.orderId]],
    );
    expect(found.rows).toEqual([
      { state: ended, refunds },
      { state: other, refunds: [] },
    ]);
  },
);

it('an alert about late money is raised once its transaction is there, and not for one that is undone', async () => {
  const { attemptId } = await order(await player(), 'timeout', 'EXPIRED');
  await pool.query(
    `insert into late_queries (attempt_id, provider, due_at, payable_until)
      values ($1, 'payermax', now(), now() - interval '31 days')`,
    [attemptId],
  );
  const alerts = async () =>
    (await built.ctx.metrics.alerts.get()).values.find(
      ({ labels }) => labels.kind === 'late_payment_given_up',
    )?.value ?? 0;
  const before = await alerts();
  const input = {
    attemptId,
    source: 'query',
    result: { kind: 'indeterminate', why: 'silence' },
  } as const;
  const undone = applyGatewayResult(built.ctx, {
    ...input,
    alsoInTransaction: () => Promise.reject(new Error('undone')),
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await alerts()).toBe(before);
  await applyGatewayResult(built.ctx, input);
  expect(await alerts()).toBe(before + 1);
});
