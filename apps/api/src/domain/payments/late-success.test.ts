import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidResult } from '../../../../../tests/support/paid-order.ts';
import { applyGatewayResult } from './apply-gateway-result.ts';

const { built, pool } = await builtShop(4);
let made = 0;

type State = 'open' | 'waiting' | 'timeout' | 'success';
type Good = {
  /** Null: unlimited. */
  readonly limit?: 'once' | 'day' | null;
  readonly doubled?: boolean;
  readonly daysAgo?: number;
};

/** An order of a good that may be had once in a period, with its attempt. */
async function order(
  playerId: number,
  state: State,
  attempt: 'CREATED' | 'SUBMITTING' | 'EXPIRED',
  { limit = 'once', doubled = false, daysAgo = 0 }: Good = {},
) {
  made += 1;
  const orderId = `l${String(made).padStart(19, '0')}`;
  const attemptId = `A${orderId}_1`;
  await pool.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
        recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values ($1, 'miniflix', $2, 'direct', 'x', $3, 'US', 'USD', 499, 'en', '{"server_id":"112"}', true, '',
        now() - make_interval(days => $4), now() + interval '1 day')`,
    [orderId, playerId, state, daysAgo],
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
        update products set limit_max = case when $2::text is not null then 1 end, limit_period = $2 where project = 'miniflix'
          and product_id = (select min(product_id) from products where project = 'miniflix')
        returning product_id
      )
      insert into order_items (order_id, line, product_id, count, unit_minor, sold)
        select $1, 1, product_id, 1, 499, $3 from good`,
    [orderId, limit, doubled ? { doubled } : {}],
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

function payLate(attemptId: string) {
  return applyGatewayResult(built.ctx, {
    attemptId,
    source: 'query',
    result: paidResult(attemptId),
  });
}

/** The player's orders, as made. */
async function endsOf(playerId: number) {
  const { rows } = await pool.query<{ state: string; refunds: string[] }>(
    `select o.state, array(select r.reason from refunds r where r.order_id = o.id) as refunds
      from orders o where o.player_id = $1 order by o.id`,
    [playerId],
  );
  return rows;
}

it.each([
  ['open', 'CREATED', 'success', 'failed', []],
  ['waiting', 'SUBMITTING', 'timeout', 'waiting', ['double_payment']],
] as const)(
  'late money for a once-only good, other order %s with attempt %s: late order %s, other %s',
  async (state, attempt, ended, other, refunds) => {
    const playerId = await player();
    const late = await order(playerId, 'timeout', 'EXPIRED');
    await order(playerId, state, attempt);
    await payLate(late.attemptId);
    expect(await endsOf(playerId)).toEqual([
      { state: ended, refunds },
      { state: other, refunds: [] },
    ]);
  },
);

it('a second payment of a paid order cancels no unpaid order', async () => {
  const playerId = await player();
  // An import may have lowered the limit since.
  const paid = await order(playerId, 'success', 'EXPIRED');
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        unit_minors, submitted_at, requested_at, captured_minor, created_at, updated_at)
      select 'A' || order_id || '_2', order_id, 2, pay_id, provider, method, country, currency, amount_minor, 'SUCCEEDED',
        unit_minors, submitted_at, requested_at, amount_minor, created_at, updated_at from payment_attempts where id = $1`,
    [paid.attemptId],
  );
  await order(playerId, 'open', 'CREATED');
  await payLate(paid.attemptId);
  expect(await endsOf(playerId)).toEqual([
    { state: 'success', refunds: ['double_payment'] },
    { state: 'open', refunds: [] },
  ]);
});

it('late money counts in the day of its order, so an order of the next day stays', async () => {
  const playerId = await player();
  const late = await order(playerId, 'timeout', 'EXPIRED', { limit: 'day', daysAgo: 1 });
  await order(playerId, 'open', 'CREATED', { limit: 'day' });
  await payLate(late.attemptId);
  expect(await endsOf(playerId)).toEqual([
    { state: 'success', refunds: [] },
    { state: 'open', refunds: [] },
  ]);
});

it.each([
  ['bought before', true, 'timeout', 'open', ['double_payment']],
  ['held by an unpaid order', false, 'success', 'failed', []],
] as const)(
  'late money for a double that was %s does not cancel orders without it',
  async (_how, isBought, ended, holder, refunds) => {
    const playerId = await player();
    const late = await order(playerId, 'timeout', 'EXPIRED', { limit: null, doubled: true });
    await order(playerId, 'open', 'CREATED', { limit: null });
    const other = await order(playerId, 'open', 'CREATED', { limit: null, doubled: !isBought });
    if (isBought) {
      await pool.query(
        `with paid as (update orders set state = 'success' where id = $1 returning *)
          insert into first_purchases (player_id, project, product_id, order_id, at)
            select player_id, project, product_id, id, now() from paid join order_items on order_id = id`,
        [other.orderId],
      );
      await order(playerId, 'open', 'CREATED', { limit: null });
    }
    await payLate(late.attemptId);
    expect(await endsOf(playerId)).toEqual([
      { state: ended, refunds },
      { state: 'open', refunds: [] },
      ...(isBought ? [{ state: 'success', refunds: [] }] : []),
      { state: holder, refunds: [] },
    ]);
  },
);

it('an alert about late money is raised after commit, not after rollback', async () => {
  const { attemptId } = await order(await player(), 'timeout', 'EXPIRED');
  await pool.query(
    `insert into late_queries (attempt_id, provider, due_at, payable_until, answered_at)
      values ($1, 'payermax', now(), now() - interval '31 days', now() - interval '1 day')`,
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

it('late queries continue while the merchant account is missing and for one query after it returns', async () => {
  const { attemptId } = await order(await player(), 'timeout', 'EXPIRED');
  await pool.query(`update payment_attempts set merchant = 'gone' where id = $1`, [attemptId]);
  await pool.query(
    `insert into late_queries (attempt_id, provider, due_at, payable_until)
      values ($1, 'payermax', now(), now() - interval '1 minute')`,
    [attemptId],
  );
  const start = built.ctx.clock.nowMs();
  const { named, payermax } = built.ctx.gateways;
  const hasQueryAfter = async (days: number, isBack: boolean): Promise<boolean> => {
    const nowMs = () => start + days * 86_400_000;
    const gateways = isBack
      ? { ...built.ctx.gateways, named: new Map([...named, ['gone', { payermax }]]) }
      : built.ctx.gateways;
    await applyGatewayResult(
      {
        ...built.ctx,
        gateways,
        clock: { ...built.ctx.clock, nowMs, now: () => new Date(nowMs()) },
      },
      { attemptId, source: 'query', result: { kind: 'indeterminate', why: 'silence' } },
    );
    const { rows } = await pool.query<{ is_later: boolean }>(
      `select due_at > $2 as is_later from late_queries where attempt_id = $1`,
      [attemptId, new Date(nowMs())],
    );
    return rows[0]?.is_later ?? false;
  };
  expect([
    await hasQueryAfter(31, false),
    await hasQueryAfter(60, false),
    await hasQueryAfter(61, true),
    await hasQueryAfter(62, true),
  ]).toEqual([true, true, true, false]);
});
