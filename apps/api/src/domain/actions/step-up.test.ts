import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { act } from './pipeline.ts';
import {
  codeFor,
  deliveredOrder,
  doStep,
  openRequest,
  ownNetwork,
  person,
  planFor,
  refundOf,
} from './testing/steps.ts';

const { built, pool } = await builtShop(8);
let passedMs = 0;
const ctx: Ctx = shopBeside(
  { ...built.ctx, clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) } },
  NOT_THERE,
);
const wait = (ms: number) => {
  passedMs += ms;
};
const MINUTE_MS = 60_000;
const support = await person(ctx, 'Sam');
const finance = await person(ctx, 'Fin', ['finance']);
const refusedWith = (code: string, status = 409) => ({ refused: { status, code } });

describe('a step that moves money needs a proof that the person is there', () => {
  it('refuses none, a wrong code, and a code that signed in; a new code counts once', async () => {
    const one = await paidOrder(pool);
    const two = await paidOrder(pool);
    const mia = await person(ctx, 'Mia');
    wait(30_000);
    const step = (order: typeof one, step_up: ReturnType<typeof codeFor>) =>
      doStep(ctx, mia, refundOf(order), { step_up });
    expect(await step(one, null)).toMatchObject(refusedWith('step_up', 423));
    expect(await step(one, { by: 'code', code: '000000' })).toMatchObject(
      refusedWith('wrong_step_up', 423),
    );
    expect(await step(one, mia.used)).toMatchObject(refusedWith('wrong_step_up', 423));
    expect(await refundLines(pool, one)).toEqual([]);
    wait(MINUTE_MS);
    const fresh = codeFor(ctx, mia, 0);
    expect(await step(one, fresh)).toMatchObject({ state: 'done' });
    expect(await step(two, fresh)).toMatchObject(refusedWith('wrong_step_up', 423));
    expect(await refundLines(pool, two)).toEqual([]);
  });

  it('wrong codes make the person wait, as at sign-in', async () => {
    const order = await paidOrder(pool);
    const eve = { ...(await person(ctx, 'Eve')), from: ownNetwork() };
    const step_up = { by: 'code', code: '000000' } as const;
    const codes: unknown[] = [];
    for (let n = 0; n < 7; n += 1) {
      const outcome = await doStep(ctx, eve, refundOf(order), { step_up });
      codes.push('refused' in outcome ? outcome.refused.code : 'done');
    }
    expect(codes.at(0)).toBe('wrong_step_up');
    expect(codes.at(-1)).toBe('too_many_tries');
  });

  it('a passkey’s answer for another plan, a used one, another person’s or session’s is refused', async () => {
    const order = await paidOrder(pool);
    const other = await paidOrder(pool);
    const action = refundOf(order);
    const { plan_hash: planHash } = await planFor(ctx, support, action);
    const { plan_hash: otherHash } = await planFor(ctx, support, refundOf(other));
    const step = (step_up: ReturnType<typeof codeFor>, actor = support) =>
      doStep(ctx, actor, action, { plan_hash: planHash, step_up });
    const wrong = refusedWith('wrong_step_up', 423);
    expect(await step(await support.assertion(otherHash))).toMatchObject(wrong);
    expect(await step(await finance.assertion(planHash))).toMatchObject(wrong);
    const session = { ...support, operator: { ...support.operator, sessionId: 'another' } };
    expect(await step(await support.assertion(planHash), session)).toMatchObject(wrong);
    const late = await support.assertion(planHash);
    wait(6 * MINUTE_MS);
    expect(await step(late)).toMatchObject(wrong);
    expect(await refundLines(pool, order)).toEqual([]);
    const right = await support.assertion(planHash);
    expect(await step(right)).toMatchObject({ state: 'done' });
    const later = await planFor(ctx, support, refundOf(other));
    const replayed = await doStep(ctx, support, refundOf(other), {
      plan_hash: later.plan_hash,
      step_up: right,
    });
    expect(replayed).toMatchObject(wrong);
    expect(await refundLines(pool, other)).toEqual([]);
  });

  it('a rejection moves none and needs none', async () => {
    const order = await deliveredOrder(pool);
    const requestId = await openRequest(pool, order);
    const action = {
      kind: 'reject_request',
      request_id: requestId,
      because: 'It arrived.',
    } as const;
    expect(await doStep(ctx, support, action, { step_up: null })).toMatchObject({ state: 'done' });
    const { rows } = await pool.query(
      `select state, because from resolution_requests where id = $1`,
      [requestId],
    );
    expect(rows).toEqual([{ state: 'rejected', because: 'It arrived.' }]);
  });
});

describe('steps without a proof', () => {
  it('are refused when an operator makes too many in a minute, and the answer says how long', async () => {
    const order = await paidOrder(pool);
    const eve = await person(ctx, 'Script');
    const write = async (n: number) => {
      const action = {
        kind: 'add_note',
        object: 'order',
        object_id: order.orderId,
        text: `Note ${n}`,
      } as const;
      const { plan_hash } = await planFor(ctx, eve, action);
      return act(ctx, eve, { key: randomUUID(), action, plan_hash, step_up: null });
    };
    let last = await write(0);
    for (let n = 1; n < 60 && 'state' in last; n += 1) last = await write(n);
    expect(last).toMatchObject({
      refused: { status: 429, code: 'too_many_steps', retryAfterS: expect.any(Number) as number },
    });
    const { rows } = await pool.query(`select 1 from operator_notes where order_id = $1`, [
      order.orderId,
    ]);
    expect(rows).toHaveLength(30);
  });
});
