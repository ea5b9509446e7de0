import { describe, expect, it } from 'vitest';
import {
  DONE,
  NOT_THERE,
  refundLines,
  shopBeside,
} from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import {
  paidAttempt,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { takeRetries } from '../refunds/retry-queries.ts';
import { retryRefusedRefund } from './refund-again.ts';

const { built, db, pool } = await builtShop(4);

const DAY_MS = 86_400_000;
const REFUSED: RefundResult = { kind: 'failed', code: 'REFUND_INSUFFICIENT_BALANCE' };

/** The shop some days from now, with a gateway that answers this to a query. */
function shopAfter(days: number, answer: RefundResult = NOT_THERE): Ctx {
  const ctx = shopBeside(built.ctx, answer);
  const nowMs = () => Date.now() + days * DAY_MS;
  return { ...ctx, clock: { ...ctx.clock, nowMs, now: () => new Date(nowMs()) } };
}

/** The gateway refuses this refund, which was sent. */
async function refuse(ctx: Ctx, refundId: string): Promise<void> {
  await pool.query(`update refunds set state = 'SUBMITTING', requested_at = now() where id = $1`, [
    refundId,
  ]);
  await applyRefundResult(ctx, refundId, REFUSED, 'answer');
}

type Reason = 'double_payment' | 'not_deliverable' | 'operator';

/** A refund of an order's second payment, refused now. */
async function refusedRefund(reason: Reason = 'double_payment') {
  const order = await paidOrder(pool);
  const attemptId = await paidAttempt(pool, order.orderId, 2, 499);
  const refundId = await refundRow(pool, order, { amount: 499, reason, attemptId });
  await refuse(built.ctx, refundId);
  return { order, refundId };
}

/** One sweep of that day. @returns the number of refunds of this order that were due */
async function sweep(ctx: Ctx, { orderId }: PaidOrder): Promise<number> {
  const now = ctx.clock.now();
  const laterAt = new Date(now.getTime() + 3_600_000);
  const due = await db.many(takeRetries, { now, laterAt, provider: 'payermax', limit: 500 });
  const ours = due.filter(({ id }) => id.startsWith(`R${orderId}_`));
  for (const { id } of ours) await retryRefusedRefund(ctx, id);
  return ours.length;
}

async function alerts(): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === 'refund_failed')?.value ?? 0;
}

describe('a refused refund that nobody decided', () => {
  it.each(['double_payment', 'not_deliverable'] as const)(
    'for reason %s is sent again after a day under a new number (14.4)',
    async (reason) => {
      const { order, refundId } = await refusedRefund(reason);
      expect(await sweep(shopAfter(0.9), order)).toBe(0);
      expect(await runResolve(built.ctx, ['list'])).toMatch(
        new RegExp(`${refundId} .* sent again by itself`),
      );
      expect(await sweep(shopAfter(1.1), order)).toBe(1);
      expect(await refundLines(pool, order)).toEqual([
        `${reason} FAILED`,
        `${reason} RESERVED for ${refundId}`,
      ]);
      expect(await sweep(shopAfter(2.2), order)).toBe(0);
    },
  );

  it('is sent again fourteen times, then waits for an operator (14.4)', async () => {
    const { order } = await refusedRefund();
    const before = await alerts();
    for (let day = 1; day <= 14; day += 1) {
      const ctx = shopAfter(day * 1.01);
      expect(await sweep(ctx, order)).toBe(1);
      await refuse(ctx, `R${order.orderId}_${day + 1}`);
    }
    expect(await alerts()).toBe(before + 14);
    expect(await sweep(shopAfter(40), order)).toBe(0);
    expect(await refundLines(pool, order)).toHaveLength(15);
    const list = await runResolve(built.ctx, ['list']);
    expect(list).toMatch(new RegExp(`R${order.orderId}_15 .* REFUND_INSUFFICIENT_BALANCE$`, 'm'));
  });

  it('is not sent again when an operator decided it (14.4)', async () => {
    const { order } = await refusedRefund('operator');
    expect(await sweep(shopAfter(3), order)).toBe(0);
  });

  it('is not sent again after it came through (14.4)', async () => {
    const { order } = await refusedRefund();
    expect(await sweep(shopAfter(1.1, DONE), order)).toBe(1);
    expect(await refundLines(pool, order)).toEqual(['double_payment SUCCEEDED']);
    expect(await sweep(shopAfter(3), order)).toBe(0);
  });

  it('waits an hour when its gateway says nothing about it (14.4)', async () => {
    const { order } = await refusedRefund();
    const silent = { kind: 'indeterminate', why: 'no answer' } as const;
    expect(await sweep(shopAfter(1.1, silent), order)).toBe(1);
    expect(await sweep(shopAfter(1.11), order)).toBe(0);
    expect(await refundLines(pool, order)).toEqual(['double_payment FAILED']);
    expect(await sweep(shopAfter(1.2), order)).toBe(1);
    expect(await refundLines(pool, order)).toHaveLength(2);
  });

  it('is sent again once by many workers and an operator (14.4)', async () => {
    const { order, refundId } = await refusedRefund();
    const ctx = shopAfter(1.1);
    await Promise.all([
      ...Array.from({ length: 6 }, () => retryRefusedRefund(ctx, refundId)),
      runResolve(ctx, ['refund-again', refundId, '--because', 'now']).catch(() => null),
    ]);
    expect(await refundLines(pool, order)).toHaveLength(2);
    expect(await sweep(shopAfter(3), order)).toBe(0);
  });
});
