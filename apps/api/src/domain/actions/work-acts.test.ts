import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { deliver, paidOrder, type PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { listAudit } from '../audit/list-audit.ts';
import { orderFile } from '../console/order-file.ts';
import { takeMail } from '../mail/queries.ts';
import { act } from './pipeline.ts';
import { readApproval } from './approvals.ts';
import { approve } from './decide-approval.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { doStep, everyRow, planFor, refundOf } from './testing/steps.ts';
import { PARKED, workShop } from './testing/work.ts';

const EVERYBODY = { projects: [] };
const {
  ctx,
  db,
  pool,
  liveops,
  support,
  colleague,
  stranger,
  waiting,
  playerOf,
  quarantined,
  endOf,
  dueIn,
} = await workShop();

describe('asking a gateway', () => {
  const asks = (...orders: PaidOrder[]): Action => ({
    kind: 'ask_gateway',
    order_ids: orders.map(({ orderId }) => orderId),
  });
  async function unresolved(answeredAgo = 60, state = 'UNKNOWN'): Promise<PaidOrder> {
    const order = await paidOrder(pool);
    await pool.query(
      `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
          requested_at, unresolved_since, next_query_at, created_at, updated_at)
        values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, $4, now() - interval '1 hour',
          now() - interval '1 hour', now() + interval '10 minutes', now(), now() - $3 * interval '1 second')`,
      [`A${order.orderId}_2`, order.orderId, answeredAgo, state],
    );
    return order;
  }
  const waits = async ({ orderId }: PaidOrder) => {
    const { rows } = await pool.query<{ s: number }>(
      `select extract(epoch from next_query_at - now())::float8 as s from payment_attempts where id = $1`,
      [`A${orderId}_2`],
    );
    return rows[0]?.s ?? NaN;
  };

  it('makes the payments of several orders due at once, and any of three roles may', async () => {
    const [one, two] = [await unresolved(), await unresolved()];
    const plan = await planFor(ctx, liveops, asks(one, two));
    expect(plan).toMatchObject({
      possible: true,
      effects: ['PayerMax is asked about the payment at once, and its result is applied.'],
      needs: { step_up: false, second_person: null },
    });
    expect(await waits(one)).toBeGreaterThan(60);
    expect(await endOf(liveops, asks(one, two))).toBe('done');
    expect(await waits(one)).toBeLessThanOrEqual(0);
    expect(await waits(two)).toBeLessThanOrEqual(0);
  });

  it.each([
    [60, 'done', true],
    [2, 'asked_just_now', false],
  ])(
    'about a refund and an ended payment, answered %d seconds ago, is %s',
    async (ago, end, isDue) => {
      const order = await paidOrder(pool);
      await pool.query(
        `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_attempt_at, created_at, updated_at)
        values ($1, $2, $3, 100, 'USD', 'RESERVED', 'operator', now() + interval '1 hour', now(), now())`,
        [`R${order.orderId}_1`, order.orderId, order.attemptId],
      );
      for (const state of ['SUBMITTING', 'UNKNOWN']) {
        await pool.query(`update refunds set state = $2 where id = $1`, [
          `R${order.orderId}_1`,
          state,
        ]);
      }
      await pool.query(
        `update refunds set updated_at = now() - $2 * interval '1 second' where order_id = $1`,
        [order.orderId, ago],
      );
      await pool.query(
        `update payment_attempts set updated_at = now() - interval '1 hour' where id = $1`,
        [order.attemptId],
      );
      await pool.query(
        `insert into late_queries (attempt_id, provider, due_at, payable_until, answered_at)
        values ($1, 'payermax', now() + interval '1 hour', now() + interval '1 hour', now() - $2 * interval '1 second')`,
        [order.attemptId, ago],
      );
      expect(await endOf(support, asks(order))).toBe(end);
      const { rows } = await pool.query(
        `select r.next_attempt_at <= now() as refund, l.due_at <= now() as late
        from refunds r join late_queries l on l.attempt_id = r.attempt_id where r.order_id = $1`,
        [order.orderId],
      );
      expect(rows).toEqual([{ refund: isDue, late: isDue }]);
    },
  );

  it('is refused when nothing waits, right after an answer, for a missing order and for several projects', async () => {
    const idle = await paidOrder(pool);
    const recent = await unresolved(2);
    const other = await unresolved();
    expect(await endOf(support, asks(idle))).toBe('nothing_to_ask');
    expect(await endOf(support, asks(recent))).toBe('asked_just_now');
    expect(await endOf(support, { kind: 'ask_gateway', order_ids: ['missing'] })).toBe('not_found');
    expect(await endOf(stranger, asks(other))).toBe('not_found');
    await pool.query(
      `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('dr2', '11', 'elsewhere', '1', 'S', 'E', 1, now())`,
    );
    await pool.query(
      `update orders set project = 'dr2', player_id = (select id from players where cid = 'elsewhere') where id = $1`,
      [idle.orderId],
    );
    expect(await endOf(support, asks(other, idle))).toBe('not_found');
  });

  it('leaves a payment alone that is being sent', async () => {
    const order = await unresolved(60, 'SUBMITTING');
    expect(await endOf(support, asks(order))).toBe('nothing_to_ask');
  });
});

describe('sending a mail again', () => {
  const retry = ({ deliveryId }: PaidOrder): Action => ({
    kind: 'retry_mail',
    mail_id: deliveryId,
  });

  it('makes its next attempt due, and a preview changes no row', async () => {
    const order = await waiting();
    const before = await everyRow(pool);
    await planFor(ctx, liveops, retry(order));
    expect(await everyRow(pool)).toEqual(before);
    expect(await endOf(liveops, retry(order))).toBe('done');
    expect(await dueIn(order.deliveryId)).toBeLessThanOrEqual(0);
    const { items } = await listAudit({ db }, { object: order.deliveryId });
    expect(items[0]).toMatchObject({
      action: 'retry_mail',
      operator: 'work-liveops',
      outcome: 'done',
    });
  });

  it('is refused for a parked, held, ended or missing mail, and for another project', async () => {
    expect(await endOf(liveops, retry(await waiting(PARKED)))).toBe('mail_is_parked');
    expect(await endOf(liveops, retry(await waiting(`, held_since = now()`)))).toBe('mail_is_held');
    const given = await waiting();
    await deliver(pool, given);
    expect(await endOf(liveops, retry(given))).toBe('mail_has_ended');
    expect(await endOf(liveops, { kind: 'retry_mail', mail_id: 'missing' })).toBe('not_found');
    expect(await endOf(stranger, retry(await waiting()))).toBe('not_found');
  });

  it('while a worker sends it is refused, so that no second one sends it', async () => {
    const order = await waiting('', -60);
    const realNow = ctx.clock.real();
    expect(
      await db.maybe(takeMail, { id: order.deliveryId, realNow, now: realNow, accounts: [] }),
    ).not.toBeNull();
    expect(await endOf(liveops, retry(order))).toBe('mail_is_being_sent');
    expect(
      await db.maybe(takeMail, { id: order.deliveryId, realNow, now: realNow, accounts: [] }),
    ).toBeNull();
  });

  it('beside a worker that takes it at that moment leaves one sender', async () => {
    const order = await waiting('', -60);
    const take = () =>
      db
        .maybe(takeMail, {
          id: order.deliveryId,
          realNow: ctx.clock.real(),
          now: ctx.clock.now(),
          accounts: [],
        })
        .then(Boolean);
    const taken = await Promise.all([take(), endOf(liveops, retry(order)), take(), take()]);
    expect(taken.filter((each) => each === true)).toHaveLength(1);
    expect(await take()).toBe(false);
  });
});

describe('sending the mails of a server again', () => {
  const server = (serverId: string, project = 'miniflix'): Action => ({
    kind: 'retry_server',
    project,
    server_id: serverId,
  });

  it('makes each waiting mail due but held, parked and leased ones', async () => {
    await pool.query(`update outbox_mails set next_attempt_at = now() where ended_at is null`);
    const free = await waiting();
    const held = await waiting(`, held_since = now()`);
    const leased = await waiting(`, lease_until = now() + interval '15 seconds'`);
    expect(await endOf(liveops, server('112'))).toBe('done');
    expect(await dueIn(free.deliveryId)).toBeLessThanOrEqual(0);
    expect(await dueIn(held.deliveryId)).toBeGreaterThan(60);
    expect(await dueIn(leased.deliveryId)).toBeGreaterThan(60);
    expect(await endOf(liveops, server('112'))).toBe('no_mail_waits');
  });

  it('is refused for an unknown server and another project', async () => {
    expect(await endOf(liveops, server('no-such'))).toBe('not_found');
    expect(await endOf(liveops, server('112', 'no-such'))).toBe('not_found');
    expect(await endOf(stranger, server('112'))).toBe('not_found');
  });
});

describe('a note', () => {
  const note = (object: 'order' | 'player', id: string, text: string): Action => ({
    kind: 'add_note',
    object,
    object_id: id,
    text,
  });

  it('stands at its order with its author, keeps its lines, and loses marks that turn the text', async () => {
    const order = await waiting();
    const text = `<b>Called</b>\u202E back\r\nAgain\u0007 tomorrow {sum}`;
    expect(await endOf(liveops, note('order', order.orderId, text))).toBe('done');
    const file = await orderFile(ctx, EVERYBODY, { id: order.orderId });
    expect(file?.notes).toMatchObject([
      { by: 'work-liveops', text: '<b>Called</b>  back\nAgain  tomorrow {sum}' },
    ]);
    const { items } = await listAudit({ db }, { object: order.orderId });
    expect(JSON.stringify(items)).not.toContain('Called');
  });

  it('is refused without a readable text, for another project, and for what does not exist', async () => {
    const order = await waiting();
    expect(await endOf(liveops, note('order', order.orderId, '\u202E\u0007'))).toBe(
      'note_is_empty',
    );
    expect(await endOf(stranger, note('order', order.orderId, 'x'))).toBe('not_found');
    expect(await endOf(stranger, note('player', await playerOf(order), 'x'))).toBe('not_found');
    expect(await endOf(liveops, note('order', 'missing', 'x'))).toBe('not_found');
  });

  it('is refused about an erased character and its orders, as are steps that players ask for', async () => {
    const order = await waiting();
    await deliver(pool, order);
    const playerId = await playerOf(order);
    await pool.query(`select erase_player($1, 'asked', now())`, [playerId]);
    expect(await endOf(support, note('order', order.orderId, 'x'))).toBe('character_erased');
    expect(await endOf(support, note('player', playerId, 'x'))).toBe('not_found');
    expect(await endOf(support, refundOf(order))).toBe('character_erased');
    // A result of a gateway is still settled, and its reason is not kept.
    const messageId = await quarantined(order.attemptId);
    const settle = {
      kind: 'settle_message',
      message_id: messageId,
      because: 'Zebulon Quill',
    } as const;
    const asked = await doStep(ctx, support, settle);
    const id = 'state' in asked ? (asked.approval_id ?? '') : '';
    const shown = await readApproval(ctx, colleague.operator, { id });
    const plan_hash = shown?.plan.plan_hash ?? '';
    const step_up = await colleague.assertion(plan_hash);
    expect(await approve(ctx, colleague, { id, plan_hash, step_up })).toMatchObject({
      state: 'done',
    });
    const kept = await everyRow(pool);
    expect(JSON.stringify([...kept.values()])).not.toContain('Zebulon');
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('with the same key is written once', async () => {
    const order = await waiting();
    const action = note('player', await playerOf(order), 'Once.');
    const { plan_hash } = await planFor(ctx, liveops, action);
    const key = '6f6b5b7e-3f0e-4c39-9d2f-0a4a5f9e7c11';
    const once = () => act(ctx, liveops, { key, action, plan_hash, step_up: null });
    await once();
    await once();
    const { rows } = await pool.query(
      `select count(*)::int4 as n from operator_notes where text = 'Once.'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
