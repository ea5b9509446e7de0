import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { asOwner, ownerOf } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { act, previewAction } from './pipeline.ts';
import { purgeSteps } from './queries.ts';
import { deliveredOrder, doStep, openRequest, person, planFor, refundOf } from './testing/steps.ts';

const { built, db, pool, url } = await builtShop(8);
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
const entriesOf = async (object: string) =>
  (await listAudit({ db }, { object })).items.map(
    ({ action, outcome, operator }) => `${operator} ${action} ${outcome}`,
  );

describe('a step', () => {
  it('does what its plan said, once, and its entry names person, object, sum and reason', async () => {
    const order = await deliveredOrder(pool);
    const action = refundOf(order);
    const plan = await planFor(ctx, support, action);
    const done = await doStep(ctx, support, action, { plan_hash: plan.plan_hash });
    expect(done).toEqual({ state: 'done', sentence: 'Done: Pay back $4.99.', approval_id: null });
    expect(await refundLines(pool, order)).toEqual(['operator RESERVED']);
    const { items } = await listAudit({ db }, { object: order.orderId });
    expect(items).toMatchObject([
      {
        operator: 'Sam',
        action: 'refund_order',
        object: `order ${order.orderId}`,
        project: 'miniflix',
        outcome: 'done',
        reason: 'The goods did not arrive.',
      },
    ]);
    expect(JSON.parse(items[0]?.detail ?? '')).toMatchObject({
      amount: { minor: 499, currency: 'USD' },
      change: { refund: `R${order.orderId}_1` },
      step_up: 'passkey',
    });
    // A hash without salt would confirm a guessed reason.
    expect(items[0]?.detail).not.toContain(plan.plan_hash);
    // The text may name a person, so the log has its hash alone.
    expect(items[0]?.detail).not.toContain('did not arrive');
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('is refused when something moved since its plan, and the refusal tells what it would do now', async () => {
    const order = await paidOrder(pool);
    const action = refundOf(order);
    const { plan_hash: planHash } = await planFor(ctx, support, action);
    await refundRow(pool, order, { amount: 199 });
    const outcome = await doStep(ctx, support, action, { plan_hash: planHash });
    expect(outcome).toMatchObject(refusedWith('plan_changed'));
    expect(JSON.stringify(outcome)).toContain('Pay back $3.00');
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('is done for one of two operators at once, and the other gets the domain’s sentence', async () => {
    const order = await paidOrder(pool);
    const outcomes = await Promise.all([
      doStep(ctx, support, refundOf(order)),
      doStep(ctx, finance, refundOf(order, { because: 'Another reason.' })),
    ]);
    const done = outcomes.filter((each) => 'state' in each);
    expect(done).toHaveLength(1);
    expect(outcomes.find((each) => 'refused' in each)).toMatchObject({
      refused: { status: 409, code: 'nothing_left' },
    });
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('is refused for a part where only the whole payment can be refunded, and reserves nothing', async () => {
    const order = await paidOrder(pool);
    await pool.query(`update payment_attempts set pay_id = 'picpay_br' where id = $1`, [
      order.attemptId,
    ]);
    expect(await doStep(ctx, support, refundOf(order, { amount: 100 }))).toMatchObject({
      refused: { status: 409, code: 'not_in_parts' },
    });
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await doStep(ctx, support, refundOf(order))).toMatchObject({ state: 'done' });
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('with the same key is done once, also when both requests come at once', async () => {
    const order = await paidOrder(pool);
    const action = refundOf(order, { amount: 100 });
    const key = randomUUID();
    const { plan_hash: planHash } = await planFor(ctx, support, action);
    const first = await doStep(ctx, support, action, { key, plan_hash: planHash });
    const again = await act(ctx, support, { key, action, plan_hash: planHash, step_up: null });
    expect(again).toEqual(first);
    expect(await refundLines(pool, order)).toHaveLength(1);
    const other = { key: randomUUID(), plan_hash: (await planFor(ctx, support, action)).plan_hash };
    const proofs = [
      await support.assertion(other.plan_hash),
      await support.assertion(other.plan_hash),
    ];
    const both = await Promise.all(
      proofs.map((step_up) => act(ctx, support, { ...other, action, step_up: step_up ?? null })),
    );
    expect(both.filter((each) => 'state' in each).length).toBeGreaterThan(0);
    expect(await refundLines(pool, order)).toHaveLength(2);
  });

  it('with a used key and another body is refused, and another operator’s equal key is free', async () => {
    const order = await paidOrder(pool);
    const key = randomUUID();
    await doStep(ctx, support, refundOf(order, { amount: 100 }), { key });
    const other = await doStep(ctx, support, refundOf(order, { amount: 200 }), { key });
    expect(other).toMatchObject(refusedWith('key_reused', 422));
    expect(await doStep(ctx, finance, refundOf(order, { amount: 200 }), { key })).toMatchObject({
      state: 'done',
    });
    expect(await refundLines(pool, order)).toHaveLength(2);
  });

  it('can be tried again a minute after a try without an answer, and its key is kept 48 hours', async () => {
    const order = await paidOrder(pool);
    const key = randomUUID();
    const dead: Ctx = {
      ...ctx,
      db: {
        ...db,
        run: (statement, ...values) =>
          statement.name === 'actions.release_key'
            ? Promise.reject(new Error('killed'))
            : db.run(statement, ...values),
        transaction: () => Promise.reject(new Error('killed')),
      },
    };
    const action = refundOf(order);
    const planHash = (await planFor(ctx, support, action)).plan_hash;
    const proof = await support.assertion(planHash);
    const step = { key, action, plan_hash: planHash };
    await expect(act(dead, support, { ...step, step_up: proof })).rejects.toThrow('killed');
    const soon = await doStep(ctx, support, action, step);
    expect(soon).toMatchObject(refusedWith('in_progress'));
    wait(2 * MINUTE_MS);
    expect(await doStep(ctx, support, action, step)).toMatchObject({ state: 'done' });
    const count = async () =>
      (await pool.query(`select 1 from operator_steps where key = $1`, [key])).rowCount;
    const before = (hours: number) => new Date(ctx.clock.real().getTime() - hours * 3_600_000);
    await db.run(purgeSteps, { before: before(48) });
    expect(await count()).toBe(1);
    wait(49 * 3_600_000);
    await db.run(purgeSteps, { before: before(48) });
    expect(await count()).toBe(0);
  });

  it('is one transaction with its audit entry: without the entry no money moves', async () => {
    const order = await paidOrder(pool);
    const action = refundOf(order);
    const { plan_hash: planHash } = await planFor(ctx, support, action);
    const proof = await support.assertion(planHash);
    await asOwner(url, `alter function append_audit(text) rename to append_audit_away`);
    const failed = doStep(ctx, support, action, { plan_hash: planHash, step_up: proof });
    await expect(failed).rejects.toThrow('append_audit');
    await asOwner(url, `alter function append_audit_away(text) rename to append_audit`);
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await entriesOf(order.orderId)).toEqual([]);
    expect(await doStep(ctx, support, action)).toMatchObject({ state: 'done' });
  });

  it('leaves nothing when its process is killed before the audit entry, and can be done again', async () => {
    const order = await paidOrder(pool);
    const action = refundOf(order);
    const { plan_hash: planHash } = await planFor(ctx, support, action);
    const step = { plan_hash: planHash, step_up: await support.assertion(planHash) };
    // Holds the end of the log, so that the step stops at its last statement.
    const owner = new pg.Client({ connectionString: await ownerOf(url) });
    await owner.connect();
    await owner.query(`begin; select from audit_head for update`);
    const killed = doStep(ctx, support, action, step).catch((error: unknown) => error);
    const stopped = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%append_audit%'`;
    await vi.waitUntil(async () => (await pool.query(stopped)).rowCount === 1, {
      timeout: 60_000,
    });
    await pool.query(`select pg_terminate_backend(pid) from (${stopped}) as s`);
    expect(await killed).toBeInstanceOf(Error);
    await owner.query('rollback');
    await owner.end();
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await entriesOf(order.orderId)).toEqual([]);
    expect(await doStep(ctx, support, action)).toMatchObject({ state: 'done' });
    expect(await entriesOf(order.orderId)).toEqual(['Sam refund_order done']);
  });

  it('can send goods again: it asks the game for the character, counts their worth, and sends them once', async () => {
    const order = await deliveredOrder(pool, 1_000);
    await pool.query(`update orders set state = 'success' where id = $1`, [order.orderId]);
    const requestId = await openRequest(pool, order, 'wrong_recharge');
    const to = { request_id: requestId, server_id: '112', cid: '987654321', because: 'It fits.' };
    const action = { kind: 'approve_resend', ...to } as const;
    const role = { kind: 'found', name: 'Kim', level: 5 } as const;
    const game: Ctx = { ...ctx, games: { ...ctx.games, findRole: async () => role } };
    const plan = await planFor(game, support, action);
    expect(plan).toMatchObject({ possible: true, title: 'Send the goods again', amount: null });
    expect(plan.effects[0]).toBe('The same goods are sent to Kim (112/987654321).');
    expect(await doStep(game, support, action)).toMatchObject({ state: 'done' });
    const { rows } = await pool.query(
      `select r.recipient ->> 'name' as name, s.usd_minor::int from resends r,
          lateral (select usd_minor from operator_steps where operator = $2 order by done_at desc limit 1) s
        where r.order_id = $1`,
      [order.orderId, support.operator.id],
    );
    expect(rows).toEqual([{ name: 'Kim', usd_minor: 1_000 }]);
    expect((await planFor(game, support, action)).why).toContain('second time already');
    const { items } = await listAudit({ db }, { object: requestId });
    expect(items[0]?.detail).not.toContain('Kim');
  });

  it('about another project’s object is refused like one about nothing', async () => {
    const order = await paidOrder(pool);
    const elsewhere = { ...support, operator: { ...support.operator, projects: ['poi_mbo'] } };
    const nothing = refundOf({ ...order, orderId: 'b9999999999999999999' });
    for (const [actor, action] of [
      [elsewhere, refundOf(order)],
      [support, nothing],
    ] as const) {
      const preview = await previewAction(ctx, actor, { action });
      expect(preview).toMatchObject(refusedWith('not_found', 404));
      const step = { key: randomUUID(), action, plan_hash: 'x', step_up: null };
      expect(await act(ctx, actor, step)).toEqual(preview);
    }
  });

  it('is refused in a session without a second factor: it only reads', async () => {
    const order = await paidOrder(pool);
    const operator = { ...support.operator, hasSecondFactor: false };
    const actor = { ...support, operator };
    const action = refundOf(order);
    const refusal = refusedWith('no_second_factor', 403);
    expect(await previewAction(ctx, actor, { action })).toMatchObject(refusal);
    const step = { key: randomUUID(), action, plan_hash: 'x', step_up: null };
    expect(await act(ctx, actor, step)).toMatchObject(refusal);
    expect(await entriesOf('')).toBeDefined();
  });
});
