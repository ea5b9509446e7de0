import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { createAsks } from './asks.ts';
import {
  deliveredOrder,
  everyRow,
  openRequest,
  person,
  planFor,
  refundOf,
} from './testing/steps.ts';

const { built, pool } = await builtShop(8);
let passedMs = 0;
const clock = { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) };
const ctx: Ctx = shopBeside({ ...built.ctx, clock, asks: createAsks(clock, 1) }, NOT_THERE);
const wait = (ms: number) => {
  passedMs += ms;
};
const MINUTE_MS = 60_000;
const support = await person(ctx, 'Sam');

describe('a preview', () => {
  it('changes no row of any table, for each kind that moves money', async () => {
    const order = await deliveredOrder(pool);
    const asked = await deliveredOrder(pool);
    const requestId = await openRequest(pool, asked);
    const failed = await deliveredOrder(pool);
    const refundId = await refundRow(pool, failed, { amount: 499 });
    await endRefund(pool, refundId, 'FAILED');
    const because = 'A reason.';
    const actions: Action[] = [
      refundOf(order),
      refundOf(order, { amount: 100 }),
      refundOf(order, { allow_delivered: false }),
      {
        kind: 'approve_refund',
        request_id: requestId,
        amount: null,
        allow_delivered: true,
        allow_overpayment: false,
        because,
      },
      { kind: 'reject_request', request_id: requestId, because },
      {
        kind: 'paid_outside',
        refund_id: refundId,
        reference: 'BT 1',
        allow_delivered: true,
        allow_same_number: false,
        because,
      },
    ];
    const before = await everyRow(pool);
    expect(before.size).toBeGreaterThan(40);
    for (const action of actions) await planFor(ctx, support, action);
    expect(await everyRow(pool)).toEqual(before);
  });

  it('asks the gateway about a refused refund first, and changes no row', async () => {
    const order = await deliveredOrder(pool);
    const refundId = await refundRow(pool, order, { amount: 499 });
    await endRefund(pool, refundId, 'FAILED');
    const again = { kind: 'refund_again', refund_id: refundId, allow_delivered: true } as const;
    const before = await everyRow(pool);
    const plan = await planFor(ctx, support, { ...again, because: 'Try again.' });
    expect(plan).toMatchObject({ possible: true, title: 'Pay back $4.99' });
    expect(await everyRow(pool)).toEqual(before);
    expect(await refundLines(pool, order)).toEqual(['operator FAILED']);
  });

  it('asks the gateway once in ten seconds about one refund and keeps no odd answer, also when it is repeated', async () => {
    let asked = 0;
    const findRefund = async () => {
      asked += 1;
      return { kind: 'pending', gatewayRef: 'G1' } as const;
    };
    const payermax = { ...ctx.gateways.payermax, findRefund };
    const odd = { ...ctx, gateways: { ...ctx.gateways, payermax } };
    const actions: Action[] = [];
    for (let n = 0; n < 25; n += 1) {
      const refundId = await refundRow(pool, await deliveredOrder(pool), { amount: 499 });
      await endRefund(pool, refundId, 'FAILED');
      actions.push({
        kind: 'refund_again',
        refund_id: refundId,
        allow_delivered: true,
        because: 'Try again.',
      });
    }
    const [first = refundOf(await deliveredOrder(pool))] = actions;
    const before = await everyRow(pool);
    for (let n = 0; n < 3; n += 1) {
      const plan = await planFor(odd, support, first);
      expect(plan).toMatchObject({ possible: false });
      expect(plan.why).toContain('is in progress');
    }
    expect(asked).toBe(1);
    wait(10_000);
    await planFor(odd, support, first);
    expect(asked).toBe(2);
    const last = [];
    for (const action of actions) last.push((await planFor(odd, support, action)).why);
    expect(last.at(-1)).toContain('too often');
    expect(asked).toBeLessThanOrEqual(20);
    expect(await everyRow(pool)).toEqual(before);
  });

  it('tells verb, sum, effects and the proof that the step needs', async () => {
    const order = await paidOrder(pool, 1_549);
    expect(await planFor(ctx, support, refundOf(order, { amount: 1_000 }))).toMatchObject({
      possible: true,
      why: null,
      title: 'Pay back $10.00',
      amount: { minor: 1_000, currency: 'USD' },
      effects: [
        '$10.00 goes back to the payer by PayerMax.',
        '$5.49 of the payment is left after it.',
        'The goods are still sent.',
      ],
      needs: { step_up: true, second_person: null, ticks: [] },
    });
    expect((await planFor(ctx, support, refundOf(order))).effects).toContain(
      'The goods are not sent.',
    );
  });

  it('names the refusal of the domain, and the tick that would make the step possible', async () => {
    const order = await deliveredOrder(pool);
    const plan = await planFor(ctx, support, refundOf(order, { allow_delivered: false }));
    expect(plan).toMatchObject({
      possible: false,
      why: 'The goods were delivered, or may have been.',
      needs: { ticks: [{ name: 'allow_delivered' }] },
    });
    const tooMuch = await planFor(ctx, support, refundOf(order, { amount: 500 }));
    expect(tooMuch).toMatchObject({ possible: false, needs: { ticks: [] } });
  });

  it('refuses a part where the method returns only the whole payment', async () => {
    const order = await paidOrder(pool, 1_549);
    await pool.query(`update payment_attempts set pay_id = 'picpay_br' where id = $1`, [
      order.attemptId,
    ]);
    expect(await planFor(ctx, support, refundOf(order, { amount: 1_548 }))).toMatchObject({
      possible: false,
      why: 'This way to pay cannot return a part of a payment: only a refund of the whole payment is possible.',
    });
    for (const whole of [null, 1_549]) {
      const plan = await planFor(ctx, support, refundOf(order, { amount: whole }));
      expect(plan).toMatchObject({ possible: true, amount: { minor: 1_549 } });
    }
  });

  it('is the same when it is made again, and another sum, reason or tick has another hash', async () => {
    const order = await paidOrder(pool);
    const hashOf = async (action: Action) => (await planFor(ctx, support, action)).plan_hash;
    const actions = [
      refundOf(order),
      refundOf(order, { amount: 499 }),
      refundOf(order, { amount: 498 }),
      refundOf(order, { because: 'Another reason.' }),
      refundOf(order, { allow_delivered: false }),
    ];
    const first = [];
    for (const action of actions) first.push(await hashOf(action));
    wait(MINUTE_MS);
    const second = [];
    for (const action of actions) second.push(await hashOf(action));
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(actions.length);
  });
});
