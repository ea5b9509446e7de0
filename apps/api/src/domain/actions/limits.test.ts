import { randomUUID } from 'node:crypto';
import type { Action } from '@webpay/contract/console/actions';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { refundRow } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { passedLimit } from './limits.ts';
import { act } from './pipeline.ts';
import { deliveredOrder, doStep, person, planFor, refundOf } from './testing/steps.ts';
import { usdOf } from './worth.ts';

const { built, pool } = await builtShop(8);
let passedMs = 0;
const ctx: Ctx = shopBeside(
  { ...built.ctx, clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) } },
  NOT_THERE,
);
const wait = (ms: number) => {
  passedMs += ms;
};
const HOUR_MS = 3_600_000;
const refusedWith = (code: string, status = 409) => ({ refused: { status, code } });
let made = 0;
const someone = (roles: readonly ConsoleRole[] = ['support']) => {
  made += 1;
  return person(ctx, `Person ${made}`, roles);
};

describe('a step waits for a second person', () => {
  it.each([
    ['above the limit of a step', 5_001, 'above your limit of $50.00 a step'],
    ['up to the limit', 5_000, null],
  ])('%s of support', async (_, minor, why) => {
    const sam = await someone();
    const order = await deliveredOrder(pool, minor);
    const plan = await planFor(ctx, sam, refundOf(order));
    const expected: unknown = why === null ? null : expect.stringContaining(why);
    expect(plan.needs.second_person).toEqual(expected);
    const outcome = await doStep(ctx, sam, refundOf(order));
    expect(outcome).toMatchObject({ state: why === null ? 'done' : 'waits' });
    expect(await refundLines(pool, order)).toHaveLength(why === null ? 1 : 0);
  });

  it.each([
    [['support', 'finance'], 50_000, false],
    [['admin'], 50_001, true],
    [['support'], 50_000, true],
  ] as const)('the highest role of %j gives the limit', async (roles, minor, waits) => {
    const sam = await someone(roles);
    const order = await deliveredOrder(pool, minor);
    const outcome = await doStep(ctx, sam, refundOf(order));
    expect(outcome).toMatchObject({ state: waits ? 'waits' : 'done' });
  });

  it('above the limit of a day, which begins again at midnight UTC', async () => {
    const sam = await someone();
    for (let n = 0; n < 10; n += 1) {
      const order = await deliveredOrder(pool, 5_000);
      expect(await doStep(ctx, sam, refundOf(order))).toMatchObject({ state: 'done' });
    }
    const order = await deliveredOrder(pool, 100);
    const plan = await planFor(ctx, sam, refundOf(order));
    expect(plan.needs.second_person).toContain('$500.00 a day');
    wait(24 * HOUR_MS);
    expect((await planFor(ctx, sam, refundOf(order))).needs.second_person).toBeNull();
  });

  it('when two steps at once would pass the limit of a day together: one is done, and one must ask', async () => {
    const sam = await someone();
    for (let n = 0; n < 9; n += 1) {
      await doStep(ctx, sam, refundOf(await deliveredOrder(pool, 5_000)));
    }
    const orders = [await deliveredOrder(pool, 4_000), await deliveredOrder(pool, 4_000)];
    const steps = [];
    for (const order of orders) {
      const action = refundOf(order);
      const { plan_hash } = await planFor(ctx, sam, action);
      steps.push({ key: randomUUID(), action, plan_hash, step_up: await sam.assertion(plan_hash) });
    }
    const outcomes = await Promise.all(steps.map((step) => act(ctx, sam, step)));
    expect(outcomes.filter((each) => 'state' in each && each.state === 'done')).toHaveLength(1);
    expect(outcomes.find((each) => 'refused' in each)).toMatchObject(refusedWith('plan_changed'));
    const refunds = await Promise.all(orders.map((order) => refundLines(pool, order)));
    expect(refunds.flat()).toHaveLength(1);
  });

  it('about a flagged player, and about an order with an open dispute', async () => {
    const sam = await someone();
    const flagged = await deliveredOrder(pool);
    await pool.query(
      `update players set flagged_at = now() where id = (select player_id from orders where id = $1)`,
      [flagged.orderId],
    );
    const cleared = await deliveredOrder(pool);
    await pool.query(
      `insert into player_flags (player_id, project, why, because, at, cleared_at, cleared_because)
        select player_id, project, 'operator', 'x', now(), now(), 'looked at' from orders where id = $1`,
      [cleared.orderId],
    );
    const disputed = await deliveredOrder(pool);
    await pool.query(
      `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at, updated_at)
        values ('payermax', $1, $2, $3, 'dispute', 'open', 's', 'USD', 499, now(), now())`,
      [`D${disputed.orderId}`, disputed.orderId, disputed.attemptId],
    );
    for (const [order, why] of [
      [flagged, 'The player is flagged, or was within a week.'],
      [cleared, 'The player is flagged, or was within a week.'],
      [disputed, 'A dispute about the order is open.'],
    ] as const) {
      expect((await planFor(ctx, sam, refundOf(order))).needs.second_person).toBe(why);
      expect(await doStep(ctx, sam, refundOf(order))).toMatchObject({ state: 'waits' });
    }
  });

  it('once: the same kind about the same object is not asked for twice', async () => {
    const sam = await someone();
    await someone();
    const order = await deliveredOrder(pool, 9_000);
    expect(await doStep(ctx, sam, refundOf(order))).toMatchObject({ state: 'waits' });
    expect(await doStep(ctx, sam, refundOf(order))).toMatchObject(refusedWith('waits_already'));
  });
});

it('a refund that its gateway refused always needs a second person, whoever asks', async () => {
  const fin = await someone(['finance', 'admin']);
  const order = await deliveredOrder(pool);
  const refundId = await refundRow(pool, order, { amount: 100 });
  await pool.query(`update refunds set state = 'SUBMITTING' where id = $1`, [refundId]);
  await pool.query(`update refunds set state = 'FAILED' where id = $1`, [refundId]);
  const action: Action = {
    kind: 'refund_again',
    refund_id: refundId,
    allow_delivered: true,
    because: 'Try again.',
  };
  expect(await doStep(ctx, fin, action)).toMatchObject({ state: 'waits' });
});

describe('the worth of a sum in US dollars', () => {
  const priced = (...prices: readonly (readonly [number, number])[]) => ({
    products: new Map(
      prices.map(([usd, jpy], n) => [
        `p${n}`,
        // Verified edge: only the prices are read.
        {
          prices: new Map([
            ['USD', usd],
            ['JPY', jpy],
          ]),
        } as never,
      ]),
    ),
  });

  it.each([
    ['at the price of the only product', [[499, 750]], 750, 499],
    ['rounded up', [[499, 750]], 1, 1],
    [
      'at the highest of several ratios',
      [
        [100, 150],
        [499, 600],
      ],
      600,
      499,
    ],
  ] as const)('%s', (_, prices, minor, usd) => {
    const worth = usdOf(priced(...prices), { minor, currency: 'JPY' });
    expect(worth).toEqual({ minor: usd, currency: 'USD' });
  });

  it('is not known without a price in both currencies, or without the project', () => {
    const sum = { minor: 100, currency: 'EUR' };
    expect(usdOf(priced([499, 750]), sum)).toBeNull();
    expect(usdOf(null, sum)).toBeNull();
    expect(usdOf(null, { minor: 7, currency: 'USD' })).toEqual({ minor: 7, currency: 'USD' });
  });
});

it.each([
  [100, 0, null],
  [101, 0, 'step'],
  [100, 900, null],
  [100, 901, 'day'],
  [0, 2_000, 'day'],
] as const)(
  'a step of %d cents after %d is within the limits, or above: %s',
  (minor, used, above) => {
    const worth = { minor, currency: 'USD' };
    const why = passedLimit(worth, used, { stepMinor: 100, dayMinor: 1_000 });
    if (above === null) expect(why).toBeNull();
    else expect(why).toContain(`a ${above}.`);
  },
);
