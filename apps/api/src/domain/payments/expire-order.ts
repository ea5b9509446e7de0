import type { Ctx } from '../../context.ts';
import { endWithoutAttempt } from './abandon.ts';
import { writeTransition } from './transition-attempt.ts';
import { queryAttempt } from './query-attempt.ts';
import { lockAttempt, lockPlayerOfCartOrder } from './queries.ts';

const EXPIRY = { source: 'sweep', event: 'order_expired' } as const;

/** Expires an order after 30 minutes; queries its gateway first (payments.md §3.2). */
export async function expireOrder(
  ctx: Ctx,
  order: { readonly orderId: string; readonly attemptId: string | null },
): Promise<void> {
  const { orderId, attemptId } = order;
  ctx.trace?.join(orderId);
  if (attemptId !== null) await queryAttempt(ctx, attemptId);
  await ctx.db.transaction(async (tx) => {
    if (attemptId === null) {
      // An attempt was made meanwhile: the next sweep expires that attempt.
      await endWithoutAttempt(ctx, tx, orderId, 'timeout', null, EXPIRY);
      return;
    }
    await tx.maybe(lockPlayerOfCartOrder, { attemptId });
    const attempt = await tx.one(lockAttempt, { attemptId });
    const isWaitingForPlayer = attempt.state === 'CREATED' || attempt.state === 'REQUIRES_ACTION';
    if (!isWaitingForPlayer || attempt.expires_at.getTime() > ctx.clock.nowMs()) return;
    await writeTransition(ctx, tx, attempt, { to: 'EXPIRED', ...EXPIRY });
  });
}
