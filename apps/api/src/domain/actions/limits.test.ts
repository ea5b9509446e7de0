import { randomUUID } from 'node:crypto';
import type { Action } from '@webpay/contract/console/actions';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { refundRow } from '../../../../../tests/support/paid-order.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../../../../tests/support/shop-days.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import { passedLimit } from './limits.ts';
import { act } from './pipeline.ts';
import { readApproval } from './approvals.ts';
import { approve } from './decide-approval.ts';
import {
  codeFor,
  deliveredOrder,
  doStep,
  person,
  planFor,
  refundOf,
  type Person,
} from './testing/steps.ts';
import { usdOf, worthOfGoods } from './worth.ts';

beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);

const { built, db, pool, url } = await builtShop(8);
let passedMs = 0;
const clock = { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) };
const { config } = built.ctx;
const ceiling = { stepUsd: 10_000, dayUsd: 20_000 };
const consoleLimits = { ...config.consoleLimits, ceiling };
const ctx: Ctx = shopBeside(
  { ...built.ctx, clock, config: { ...config, consoleLimits } },
  NOT_THERE,
);
const wait = (ms: number) => void (passedMs += ms);
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
    const steps: Parameters<typeof act>[2][] = [];
    for (const order of orders) {
      const action = refundOf(order);
      const { plan_hash } = await planFor(ctx, sam, action);
      // A passkey counts its uses, so that the later of two must not arrive first.
      const step_up = steps.length === 0 ? await sam.assertion(plan_hash) : codeFor(ctx, sam);
      steps.push({ key: randomUUID(), action, plan_hash, step_up });
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

describe('the console has a ceiling, also with a second person', () => {
  const big = 1_000_000;
  async function confirm(by: Person, id: string) {
    const shown = await readApproval(ctx, by.operator, { id });
    const plan_hash = shown?.plan.plan_hash ?? '';
    return approve(ctx, by, { id, plan_hash, step_up: await by.assertion(plan_hash) });
  }
  async function asked(by: Person, minor: number) {
    const order = await deliveredOrder(pool, minor);
    const outcome = await doStep(ctx, by, refundOf(order));
    if (!('state' in outcome)) return outcome.refused.code;
    return { order, id: outcome.approval_id ?? '' };
  }

  it('refuses a step above $10,000, which only a command does', async () => {
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, big + 1);
    const plan = await planFor(ctx, fin, refundOf(order));
    expect(plan).toMatchObject({
      possible: false,
      why: expect.stringMatching(/\$10,000\.00.+npm run resolve/) as string,
    });
    expect(await doStep(ctx, fin, refundOf(order))).toMatchObject(
      refusedWith('above_ceiling', 403),
    );
  });

  it('ends the day of the person who asks and of the one who confirms', async () => {
    const [fin, ana, eve] = [
      await someone(['finance']),
      await someone(['admin']),
      await someone(['finance']),
    ];
    const first = await asked(fin, big);
    const late = await asked(eve, big);
    if (typeof first === 'string' || typeof late === 'string') throw new Error('not asked');
    expect(await confirm(ana, first.id)).toMatchObject({ state: 'done' });
    const second = await asked(fin, big);
    if (typeof second === 'string') throw new Error(second);
    expect(await confirm(ana, second.id)).toMatchObject({ state: 'done' });
    // Both have moved it: the asker can ask for nothing more, and the other one confirms nothing more.
    expect(await asked(fin, 60_000)).toBe('above_ceiling');
    expect(await confirm(ana, late.id)).toMatchObject(refusedWith('above_ceiling', 403));
    expect(await refundLines(pool, late.order)).toEqual([]);
    wait(24 * HOUR_MS);
    expect(await confirm(ana, late.id)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['is disabled', `update operators set disabled_at = now() where id = `],
    ['lost the role', `update operators set roles = '{auditor}' where id = `],
    ['lost the project', `update operators set projects = '{dr2}' where id = `],
  ])('a step whose asker %s is not confirmed any more', async (_, change) => {
    const fin = await someone(['finance']);
    const step = await asked(await someone(), 9_000);
    if (typeof step === 'string') throw new Error(step);
    const before = await readApproval(ctx, fin.operator, { id: step.id });
    const plan_hash = before?.plan.plan_hash ?? '';
    await asOwner(
      url,
      `${change} (select asked_by from operator_approvals where id = '${step.id}')`,
    );
    const shown = await readApproval(ctx, fin.operator, { id: step.id });
    expect(shown?.why_not).toContain('may not do this step any more');
    const proof = { plan_hash, step_up: await fin.assertion(plan_hash) };
    expect(await approve(ctx, fin, { id: step.id, ...proof })).toMatchObject(
      refusedWith('asker_lost'),
    );
    expect(await readApproval(ctx, fin.operator, { id: step.id })).toMatchObject({
      state: 'changed',
    });
    expect(await refundLines(pool, step.order)).toEqual([]);
  });
});

it('goods count at their present price when it is above what was paid', async () => {
  const order = await deliveredOrder(pool, 499);
  const worth = () => worthOfGoods(ctx, db, order.orderId);
  expect(await worth()).toEqual({ minor: 499, currency: 'USD' });
  await pool.query(
    `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      values ($1, 1, 'gems-300', 10, 49, '{}')`,
    [order.orderId],
  );
  const price = ctx.catalogue.project('miniflix')?.products.get('gems-300')?.prices.get('USD') ?? 0;
  expect(price).toBeGreaterThan(49);
  expect(await worth()).toEqual({ minor: 10 * price, currency: 'USD' });
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
] as const)('a step of %d cents after %d is within the limits, or above: %s', (minor, used, at) => {
  const why = passedLimit({ minor, currency: 'USD' }, used, { stepMinor: 100, dayMinor: 1_000 });
  expect(why === null ? null : /a (step|day)\./.exec(why)?.[1]).toBe(at);
});
