import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder, refundRow, type PaidOrder } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { pushRefund } from './push-refund.ts';
import { MAX_SENDS } from './rules.ts';

const { built, pool } = await builtShop(4);

/** The shop beside a gateway that answers a refund with an unlisted code, and knows of none when asked. */
function shopBesideUnlisted() {
  let sends = 0;
  const payermax = {
    ...built.ctx.gateways.payermax,
    isOpen: () => false,
    refund: async (): Promise<RefundResult> => {
      sends += 1;
      return { kind: 'indeterminate', why: 'REFUND_CHANNEL_CLOSED' };
    },
    queryRefund: async (): Promise<RefundResult> => ({ kind: 'not_found' }),
    findRefund: async (): Promise<RefundResult> => ({ kind: 'not_found' }),
  };
  const ctx: Ctx = { ...built.ctx, gateways: { ...built.ctx.gateways, payermax } };
  return { ctx, sends: () => sends };
}

type Refund = { readonly state: string; readonly failure: string | null; retry_at: Date | null };

async function read(id: string): Promise<Refund | undefined> {
  const { rows } = await pool.query<Refund>(
    `select state, failure, retry_at from refunds where id = $1`,
    [id],
  );
  return rows[0];
}

/** Sends and queries a refund as the sweep does, until it is over. */
async function pushToTheEnd(ctx: Ctx, id: string): Promise<Refund | undefined> {
  for (let step = 0; step < 10; step += 1) {
    await pushRefund(ctx, id);
    if ((await read(id))?.state === 'FAILED') break;
  }
  return read(id);
}

async function refund(order: PaidOrder): Promise<string> {
  return refundRow(pool, order, { amount: 499, reason: 'not_deliverable' });
}

async function alerts(): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === 'refund_failed')?.value ?? 0;
}

describe('[F17] a refund that its gateway answers with an unlisted code and never knows', () => {
  it(`is sent ${MAX_SENDS} times, then waits for an operator`, async () => {
    const { ctx, sends } = shopBesideUnlisted();
    const order = await paidOrder(pool);
    await pool.query(`update deliveries set state = 'rejected' where id = $1`, [order.deliveryId]);
    const before = await alerts();
    const id = await refund(order);
    // The history of all sends but the last three.
    await pool.query(
      `insert into order_events (order_id, attempt_id, at, source, event, detail)
        select $1, $2, now(), 'worker', 'refund_submitting', jsonb_build_object('refund', $3::text) from generate_series(4, $4)`,
      [order.orderId, order.attemptId, id, MAX_SENDS],
    );
    expect(await pushToTheEnd(ctx, id)).toEqual({
      state: 'FAILED',
      failure: 'unknown_at_gateway: REFUND_CHANNEL_CLOSED',
      retry_at: null,
    });
    expect(sends()).toBe(3);
    expect(await alerts()).toBe(before + 1);
    const list = await runResolve(ctx, ['list']);
    expect(list).toContain(`refund-again ${id} --because`);
    // An operator sends it again, under a new number with its own bound.
    const again = await runResolve(ctx, ['refund-again', id, '--because', 'they opened it']);
    expect(again).toContain(`R${order.orderId}_2`);
    await pushRefund(ctx, `R${order.orderId}_2`);
    await pushRefund(ctx, `R${order.orderId}_2`);
    expect(await read(`R${order.orderId}_2`)).toMatchObject({ state: 'RESERVED' });
  });

  it('is sent once after the days in which its method returns money', async () => {
    const { ctx, sends } = shopBesideUnlisted();
    const order = await paidOrder(pool);
    await pool.query(
      `update payment_attempts set created_at = now() - interval '182 days' where id = $1`,
      [order.attemptId],
    );
    expect(await pushToTheEnd(ctx, await refund(order))).toMatchObject({
      state: 'FAILED',
      retry_at: null,
    });
    expect(sends()).toBe(1);
  });
});

describe('[F17] a refund of a method that returns no money', () => {
  it.each(['double_payment', 'not_deliverable', 'operator'] as const)(
    'for reason %s is on the operators’ list at once, and no gateway is called',
    async (reason) => {
      const { ctx, sends } = shopBesideUnlisted();
      const order = await paidOrder(pool);
      await pool.query(`update payment_attempts set pay_id = 'oxxo_mx' where id = $1`, [
        order.attemptId,
      ]);
      const before = await alerts();
      const id = await refundRow(pool, order, { amount: 499, reason });
      await pushRefund(ctx, id);
      const failure = 'method_without_refund';
      expect(await read(id)).toEqual({ state: 'FAILED', failure, retry_at: null });
      expect(sends()).toBe(0);
      expect(await alerts()).toBe(before + 1);
      const list = await runResolve(ctx, ['list']);
      expect(list).toMatch(new RegExp(`${id} .*${reason} .*${failure}$`, 'm'));
      // Corrected or unknown facts refuse nothing.
      const oxxo = ctx.config.methods.get('oxxo_mx');
      if (oxxo === undefined) throw new Error('the methods have no voucher');
      const methods = new Map([['oxxo_mx', { ...oxxo, refundDays: null }]]);
      const knowing = { ...ctx, config: { ...ctx.config, methods } };
      await runResolve(knowing, ['refund-again', id, '--because', 'they may return it']);
      await pushRefund(knowing, `R${order.orderId}_2`);
      expect(sends()).toBe(1);
    },
  );
});
