import { afterEach, describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { outsideTestOf } from '../../../../../tests/support/outside-refund.ts';
import {
  deliver,
  paidAttempt,
  paidOrder,
  refundRow,
} from '../../../../../tests/support/paid-order.ts';
import { gameTestOf } from '../../../../../tests/support/silent-game.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { confirmAs, doStep, person, planFor } from '../actions/testing/steps.ts';
import { listAudit } from '../audit/list-audit.ts';
import { listSettlementEntries } from '../console/settlement/settlement-entries.ts';
import { rowId } from '../console/settlement/row-id.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { daysNotCompared } from '../ledger/month-queries.ts';
import { settledRows } from '../ledger/settlement-report.ts';
import { ourRefunds } from '../reconciliation/queries.ts';
import { pushRefund } from '../refunds/push-refund.ts';
import { bookPaidOutside } from './paid-outside.ts';

const { built, db, pool } = await builtShop(8);
const { bought } = gameTestOf(built, pool);
const { beside, book, failed, movedOf } = outsideTestOf(built, pool);
const resolve = (...words: string[]) => runResolve(beside(), words);
const DAY_MS = 86_400_000;

afterEach(async () => {
  expect((await pool.query('select * from ledger_discrepancies()')).rows).toEqual([]);
  expect(await checkLedger(built.ctx, { from: new Date().toISOString().slice(0, 10) })).toEqual([]);
});

describe('[F17] a failed refund that our bank paid', () => {
  it('is booked by command as a refund of its own: the order ends, the game is told, the list forgets it', async () => {
    await pool.query(
      `update projects set data = data || '{"game_notices": true}' where code = 'miniflix'`,
    );
    const order = await bought();
    const refundId = await failed(order);
    const words = ['--reference', 'BT 2026/118', '--because', 'the bank sent it', '--by', 'Ana'];
    expect(await resolve('list')).toContain(refundId);
    const done = await resolve('paid-outside', refundId, ...words);
    expect(done).toContain(`Book $4.99 as paid outside, as R${order.orderId}_2`);
    expect(await refundLines(pool, order)).toEqual([
      'operator FAILED',
      `operator SUCCEEDED for ${refundId}`,
    ]);
    expect(await movedOf(order)).toEqual(['paid_outside: owed_to_players < bank 499']);
    const { rows } = await pool.query(
      `select o.state, o.reason, d.state as goods, n.id as notice, a.refunded_minor::int
        from orders o join deliveries d on d.order_id = o.id join game_notices n on n.order_id = o.id
        join payment_attempts a on a.order_id = o.id where o.id = $1`,
      [order.orderId],
    );
    expect(rows).toEqual([
      {
        state: 'refunded',
        reason: 'resolution',
        goods: 'cancelled',
        notice: `refund:R${order.orderId}_2`,
        refunded_minor: 499,
      },
    ]);
    expect(await resolve('list')).not.toContain(refundId);
    expect(await resolve('show', order.orderId)).toContain('paid by our bank, BT 2026/118');
    expect(await resolve('find', 'BT 2026/118')).toContain(`R${order.orderId}_2`);
    const [entry] = (await listAudit({ db }, { object: refundId })).items;
    expect(entry).toMatchObject({ action: 'paid_outside', operator: 'command line (Ana)' });
    expect(entry?.detail).toContain('BT 2026/118');
    for (const id of [refundId, `R${order.orderId}_2`]) {
      const because = ['--because', 'once more'];
      await expect(resolve('refund-again', id, ...because)).rejects.toThrow(/since|succeeded/);
      await expect(resolve('paid-outside', id, ...words)).rejects.toThrow(/since|succeeded/);
    }
  });

  it('comes from sales once the goods earned it, and an overpayment leaves its order as it is', async () => {
    const order = await bought();
    await deliver(pool, order);
    const part = await failed(order, 200, 'REFUND_REFUSED');
    expect(await book(part, NOT_THERE, false)).toMatchObject({ why: 'goods_were_given' });
    expect(await book(part)).toMatchObject({ kind: 'done', amount: 200 });
    const attemptId = await paidAttempt(pool, order.orderId, 2, 499);
    const double = await failed(order, 499, 'unknown_at_gateway', {
      reason: 'double_payment',
      attemptId,
      n: 3,
    });
    expect(await book(double)).toMatchObject({ kind: 'done', amount: 499 });
    expect(await movedOf(order)).toEqual([
      'paid_outside: sales < bank 200',
      'paid_outside: owed_to_players < bank 499',
    ]);
    const { rows } = await pool.query(`select state from orders where id = $1`, [order.orderId]);
    expect(rows).toEqual([{ state: 'success' }]);
  });

  it('answers the request of its player', async () => {
    const order = await bought();
    const refundId = await failed(order);
    await pool.query(
      `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, refund_id, decided_at)
        select 'q' || substr(id, 2), player_id, id, 2026, 'refund', 'x', 'approved', now(), $2, now() from orders where id = $1`,
      [order.orderId, refundId],
    );
    await book(refundId);
    const { rows } = await pool.query(
      `select refund_id from resolution_requests where order_id = $1`,
      [order.orderId],
    );
    expect(rows).toEqual([{ refund_id: `R${order.orderId}_2` }]);
  });
});

describe('[F06] the bank’s money in the books', () => {
  it('has a line of its own in the settlement and no statement, and holds no month open', async () => {
    const order = await paidOrder(pool, 700);
    await pool.query(
      `update payment_attempts set pay_id = 'oxxo_mx', tax_thousandths = 19000, tax_minor = 112 where id = $1`,
      [order.attemptId],
    );
    const refundId = await refundRow(pool, order, { amount: 700 });
    await pushRefund(built.ctx, refundId);
    // A month later, when nothing else moves.
    const later = new Date(Date.now() + 40 * DAY_MS);
    const clock = { ...built.ctx.clock, now: () => later, nowMs: () => later.getTime() };
    const decision = {
      bankNumber: 'BT 2026/119',
      allowDelivered: false,
      allowSameNumber: false,
      because: 'the bank',
    };
    const booked = await bookPaidOutside({ ...beside(), clock }, { refundId, ...decision });
    expect(booked).toMatchObject({ kind: 'done', amount: 700 });
    const day = later.toISOString().slice(0, 10);
    const from = new Date(`${day}T00:00:00Z`);
    const period = { from, to: new Date(from.getTime() + DAY_MS) };
    expect(await settledRows(db, period)).toMatchObject([
      { channel: 'paid_outside', refunds: 1, refunded: 700, captured: 0, net: -700, tax: -112 },
    ]);
    const fin = await person(built.ctx, 'Fin', ['finance']);
    const row = rowId({
      project: 'miniflix',
      channel: 'paid_outside',
      country: 'US',
      tax_thousandths: 19_000,
      currency: 'USD',
      merchant: '',
    });
    const asked = { from: day, to: day, row };
    expect(await listSettlementEntries({ ...built.ctx, clock }, fin.operator, asked)).toMatchObject(
      {
        items: [{ text: 'Paid back by our bank', number: 'BT 2026/119', sum: { minor: -700 } }],
      },
    );
    const named = {
      provider: 'payermax',
      merchant: null,
      ...period,
      refundIds: [],
      gatewayRefs: [],
    };
    expect(await db.many(ourRefunds, named)).toEqual([]);
    expect(await db.many(daysNotCompared, period)).toEqual([]);
  });
});

describe('the console books it', () => {
  const outside = (refund_id: string) => ({
    kind: 'paid_outside' as const,
    refund_id,
    reference: `BT 2026/${refund_id}`,
    allow_delivered: true,
    allow_same_number: false,
    because: 'The bank sent it.',
  });

  it('shows the plan, takes a proof, and needs a second person above the limit', async () => {
    const ctx = beside();
    const [sam, fin, live] = [
      await person(ctx, 'Sam', ['support']),
      await person(ctx, 'Fina', ['finance']),
      await person(ctx, 'Liv', ['liveops']),
    ];
    const small = outside(await failed(await bought()));
    await expect(planFor(ctx, live, small)).rejects.toThrow();
    const plan = await planFor(ctx, sam, small);
    expect(plan).toMatchObject({ possible: true, needs: { step_up: true, second_person: null } });
    expect(plan.effects.join(' ')).toContain('by our bank, under BT 2026/R');
    expect(await doStep(ctx, sam, small)).toMatchObject({ state: 'done' });
    const order = await paidOrder(pool, 5_001);
    await deliver(pool, order);
    const big = outside(await failed(order, 5_001));
    const asked = await doStep(ctx, sam, big);
    expect(asked).toMatchObject({ state: 'waits' });
    expect(await movedOf(order)).toEqual([]);
    const id = 'approval_id' in asked ? (asked.approval_id ?? '') : '';
    expect(await confirmAs(ctx, fin, id)).toBe('done');
    expect(await movedOf(order)).toEqual(['paid_outside: sales < bank 5001']);
  });

  it('a number of the bank again only when a person says that its transfer pays several refunds', async () => {
    const ctx = beside();
    const sam = await person(ctx, 'Sim', ['support']);
    const first = outside(await failed(await bought()));
    const order = await bought();
    const second = { ...outside(await failed(order)), reference: first.reference.toLowerCase() };
    expect(await doStep(ctx, sam, first)).toMatchObject({ state: 'done' });
    const plan = await planFor(ctx, sam, second);
    expect(plan).toMatchObject({
      possible: false,
      needs: { ticks: [{ name: 'allow_same_number' }] },
    });
    expect(plan.why).toContain(`${first.refund_id.slice(0, -1)}2 is booked under this number`);
    expect(await movedOf(order)).toEqual([]);
    const said = { ...second, allow_same_number: true };
    expect(await doStep(ctx, sam, said)).toMatchObject({ state: 'done' });
    expect(await movedOf(order)).toEqual(['paid_outside: owed_to_players < bank 499']);
  });
});
