import type { Ctx } from '../../context.ts';
import { lockOrder, transitionOrder } from '../orders/queries.ts';
import { writeTransition } from './transition-attempt.ts';
import { queryAttempt } from './query-attempt.ts';
import { lastAttemptOfOrder, lockAttempt } from './queries.ts';

/** Expires an order after 30 minutes; queries its gateway first (payments.md §3.2). */
export async function expireOrder(
  ctx: Ctx,
  order: { readonly orderId: string; readonly attemptId: string | null },
): Promise<void> {
  const { orderId, attemptId } = order;
  if (attemptId === null) return expireWithoutAttempt(ctx, orderId);
  await queryAttempt(ctx, attemptId);
  await ctx.db.transaction(async (tx) => {
    const attempt = await tx.one(lockAttempt, { attemptId });
    const isWaitingForPlayer = attempt.state === 'CREATED' || attempt.state === 'REQUIRES_ACTION';
    if (!isWaitingForPlayer || attempt.expires_at.getTime() > ctx.clock.nowMs()) return;
    await writeTransition(ctx, tx, attempt, {
      to: 'EXPIRED',
      source: 'sweep',
      event: 'order_expired',
    });
  });
}

async function expireWithoutAttempt(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await tx.one(lockOrder, { orderId });
    // An attempt was made meanwhile: the next sweep expires that attempt.
    const isTried = (await tx.maybe(lastAttemptOfOrder, { orderId })) !== null;
    if (order.state !== 'open' || isTried) return;
    await tx.run(transitionOrder, {
      orderId,
      toState: 'timeout',
      reason: null,
      now: ctx.clock.now(),
      source: 'sweep',
      event: 'order_expired',
      fromState: order.state,
    });
  });
}
