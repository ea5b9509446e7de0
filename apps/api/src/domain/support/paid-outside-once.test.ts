import { afterEach, describe, expect, it } from 'vitest';
import { DONE, refundLines } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { outsideTestOf } from '../../../../../tests/support/outside-refund.ts';
import { endRefund, refundRow, type PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { gameTestOf } from '../../../../../tests/support/silent-game.ts';
import { applyDisputeUpdate } from '../disputes/apply-dispute-update.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { refundOrder } from './decide-request.ts';
import { bookPaidOutside } from './paid-outside.ts';
import { refundAgain } from './refund-again.ts';
import { settleMessage } from './settle.ts';

const { built, pool } = await builtShop(8);
const { bought } = gameTestOf(built, pool);
const { beside, book, failed, movedOf } = outsideTestOf(built, pool);

async function quarantineOf({ attemptId }: PaidOrder): Promise<string[]> {
  const { rows } = await pool.query<{ reason: string }>(
    `select reason from quarantine where attempt_id = $1 and settled_at is null`,
    [attemptId],
  );
  return rows.map(({ reason }) => reason);
}

const dispute = (order: PaidOrder, state: 'open' | 'lost') =>
  applyDisputeUpdate(
    built.ctx,
    { provider: 'payermax', merchant: null },
    {
      kind: 'case',
      caseId: `C${order.orderId}`,
      disputeKind: 'chargeback',
      state,
      stage: 'CASE_CLOSED',
      outcome: state === 'lost' ? 'FAIL' : null,
      reasonCode: null,
      answerBy: null,
      payments: [{ attemptId: order.attemptId, captureRef: null }],
      amount: 499,
      currency: 'USD',
      fee: 0,
      merchantIsOurs: true,
    },
  );

afterEach(async () => {
  expect((await pool.query('select * from ledger_discrepancies()')).rows).toEqual([]);
  expect(await checkLedger(built.ctx, { from: new Date().toISOString().slice(0, 10) })).toEqual([]);
});

describe('[F17] money leaves once', () => {
  it('when twelve operators book and send the same refund at once: one wins, and the others are told', async () => {
    const order = await bought();
    const refundId = await failed(order, 499, 'unknown_at_gateway');
    const again = { refundId, allowDelivered: true, because: 'again' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? book(refundId) : refundAgain(beside(), again),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const whys = answers.flatMap((each) => (each.kind === 'refused' ? [each.why] : []));
    expect(new Set(whys)).toEqual(new Set(['refund_sent_again_already']));
    expect(await refundLines(pool, order)).toHaveLength(2);
  });

  it('when two refunds are booked under one number at once: one wins', async () => {
    const refunds = [await failed(await bought()), await failed(await bought())];
    const choice = { allowDelivered: true, allowSameNumber: false, because: 'a bank transfer' };
    const answers = await Promise.all(
      refunds.map((refundId) =>
        bookPaidOutside(beside(), { ...choice, refundId, bankNumber: 'BT 2026/500' }),
      ),
    );
    const ends = answers.map((each) => (each.kind === 'refused' ? each.why : each.kind));
    expect(ends.toSorted()).toEqual(['done', 'number_is_used']);
  });

  it.each([[], ['SUBMITTING'], ['SUBMITTING', 'PENDING'], ['SUBMITTING', 'UNKNOWN']])(
    'a refund on its way is not booked: RESERVED %s %s',
    async (...states) => {
      const order = await bought();
      const refundId = await refundRow(pool, order, { amount: 499 });
      for (const state of states) {
        await pool.query(`update refunds set state = $2 where id = $1`, [refundId, state]);
      }
      expect(await book(refundId)).toEqual({ kind: 'refused', why: 'refund_on_its_way' });
      expect(await movedOf(order)).toEqual([]);
    },
  );

  it('a refund that the shop sends again, that was released, or that never was is not booked', async () => {
    const order = await bought();
    const refundId = await failed(order, 499, 'REFUSED', { reason: 'not_deliverable' });
    await pool.query(`update refunds set retry_at = now() + interval '1 hour' where id = $1`, [
      refundId,
    ]);
    expect(await book(refundId)).toMatchObject({ why: 'refund_sent_again_by_itself' });
    await pool.query(
      `update refunds set retry_at = null, failure = 'lost_to_a_case' where id = $1`,
      [refundId],
    );
    expect(await book(refundId)).toMatchObject({ why: 'refund_let_go' });
    expect(await book('R0_1')).toMatchObject({ why: 'no_such_refund' });
  });

  it.each([
    [DONE, 'refund_came_through', ['external_refund: owed_to_players < gateway 499']],
    [{ kind: 'pending', gatewayRef: 'F1' }, 'refund_told_otherwise', []],
    [{ kind: 'indeterminate', why: 'silence' }, 'refund_cannot_be_asked_about', []],
  ] as const)(
    'a refund about which the gateway says %j is not booked',
    async (said, why, moved) => {
      const order = await bought();
      const refundId = await failed(order, 499, 'unknown_at_gateway');
      expect(await book(refundId, said)).toMatchObject({ kind: 'refused', why });
      expect(await movedOf(order)).toEqual(moved);
    },
  );

  it('needs the whole sum, and no open dispute', async () => {
    const order = await bought();
    const refundId = await failed(order, 499, 'REFUSED');
    await refundRow(pool, order, { amount: 100, state: 'SUCCEEDED', n: 0 });
    await pool.query(
      `update refunds set created_at = created_at - interval '1 day' where id = $1`,
      [`R${order.orderId}_0`],
    );
    expect(await book(refundId)).toMatchObject({ why: 'more_than_is_left' });
    const disputed = await bought();
    const second = await failed(disputed);
    await dispute(disputed, 'open');
    expect(await book(second)).toMatchObject({ why: 'case_may_take_it' });
    expect(await movedOf(disputed)).toEqual([]);
  });

  it('a chargeback that is lost later finds nothing left, and an operator hears of it', async () => {
    const order = await bought();
    await book(await failed(order));
    expect(await dispute(order, 'lost')).toMatchObject({ kind: 'applied' });
    expect(await movedOf(order)).toEqual(['paid_outside: owed_to_players < bank 499']);
    expect(await quarantineOf(order)).toEqual(['lost_beyond_captured']);
  });
});

describe('[F17] a success of the gateway after our bank paid', () => {
  const alerts = async () =>
    (await built.ctx.metrics.alerts.get()).values.find(({ labels }) => labels.kind === 'quarantine')
      ?.value ?? 0;

  it.each([
    ['of the whole payment', 499],
    ['of a part', 100],
  ])('is kept for an operator and booked nowhere: %s', async (_, amount) => {
    const order = await bought();
    const refundId = await failed(order, amount, 'unknown_at_gateway');
    // Sent once more in between: the message is about the first number.
    await refundAgain(beside(), { refundId, allowDelivered: true, because: 'again' });
    await endRefund(pool, `R${order.orderId}_2`, 'FAILED');
    await book(`R${order.orderId}_2`);
    const before = await alerts();
    const told = {
      kind: 'refund',
      refundId,
      gatewayRef: 'F1',
      attemptId: order.attemptId,
      captureRef: null,
      amount,
      currency: 'USD',
      merchantIsOurs: true,
      result: DONE,
    } as const;
    // A message lets the gateway be asked, and its answer is applied.
    await applyRefundUpdate(beside(DONE), { provider: 'payermax', merchant: null }, told);
    await applyRefundResult(built.ctx, refundId, DONE, 'query');
    expect(await quarantineOf(order)).toEqual(['refund_succeeded_does_not_fit']);
    expect(await alerts()).toBeGreaterThan(before);
    expect(await movedOf(order)).toEqual([`paid_outside: owed_to_players < bank ${amount}`]);
    expect((await refundLines(pool, order))[0]).toBe('operator FAILED');
  });

  /** Settles the one open result of an order. */
  async function settle({ attemptId }: PaidOrder) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from quarantine where attempt_id = $1 and settled_at is null`,
      [attemptId],
    );
    expect(rows).toHaveLength(1);
    return settleMessage(built.ctx, { number: Number(rows[0]?.id), because: 'the payer keeps it' });
  }

  const rest = ({ orderId }: PaidOrder) =>
    refundOrder(beside(DONE), {
      orderId,
      amount: null,
      currency: 'USD',
      allowDelivered: true,
      allowOverpayment: false,
      because: 'the rest',
    });

  it('is booked once an operator settled it, and the rest of the payment is refunded', async () => {
    const order = await bought();
    const refundId = await failed(order, 100, 'unknown_at_gateway');
    await book(refundId);
    const refusal = { kind: 'refused', why: 'success_to_settle', refundId };
    expect([await rest(order), await rest(order)]).toEqual([refusal, refusal]);
    expect(await settle(order)).toMatchObject({ booked: { refundId, minor: 100 } });
    expect(await movedOf(order)).toEqual([
      'paid_outside: owed_to_players < bank 100',
      'external_refund: owed_to_players < gateway 100',
    ]);
    expect(await rest(order)).toMatchObject({ kind: 'done', amount: 299 });
    await applyRefundResult(built.ctx, refundId, DONE, 'query');
    expect(await quarantineOf(order)).toEqual([]);
  });

  it('refuses the rest after its settlement when it is more than is left, and is not kept again', async () => {
    const order = await bought();
    const refundId = await failed(order, 300, 'unknown_at_gateway');
    await book(refundId);
    expect(await rest(order)).toMatchObject({ why: 'success_to_settle' });
    expect(await settle(order)).toMatchObject({ booked: null });
    const before = await alerts();
    const refusal = { kind: 'refused', why: 'success_took_the_rest', refundId };
    expect([await rest(order), await rest(order)]).toEqual([refusal, refusal]);
    expect([await quarantineOf(order), await alerts()]).toEqual([[], before]);
    expect(await movedOf(order)).toEqual(['paid_outside: owed_to_players < bank 300']);
  });

  it('counts what a lost dispute left: a settled one that fits later is booked then', async () => {
    const order = await bought();
    const refundId = await failed(order, 200, 'lost_to_a_case');
    await pool.query(`update refunds set requested_at = now() where id = $1`, [refundId]);
    const other = await refundRow(pool, order, { amount: 400, n: 2 });
    await applyRefundResult(built.ctx, refundId, DONE, 'query');
    expect(await settle(order)).toMatchObject({ booked: null });
    await endRefund(pool, other, 'FAILED');
    expect(await rest(order)).toMatchObject({ why: 'refund_came_through', refundId });
    expect(await quarantineOf(order)).toEqual([]);
  });
});
