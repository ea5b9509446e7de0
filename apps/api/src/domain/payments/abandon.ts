import type { OrderReason } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder, transitionOrder } from '../orders/queries.ts';
import { fundingDeclined, lastAttemptOfOrder, type AttemptRow } from './queries.ts';
import { writeTransition } from './transition-attempt.ts';

/** Cancels an order without attempts (R05); false, and no change, when it has one. */
export function abandonWithoutAttempt(ctx: Ctx, tx: Tx, orderId: string, event: string) {
  return endWithoutAttempt(ctx, tx, orderId, 'failed', 'cancelled', { source: 'player', event });
}

/** Ends an open order without attempts; false, and no change, when it has one. */
export async function endWithoutAttempt(
  ctx: Ctx,
  tx: Tx,
  orderId: string,
  toState: 'failed' | 'timeout',
  reason: OrderReason | null,
  by: { readonly source: 'player' | 'sweep'; readonly event: string },
): Promise<boolean> {
  const { state } = await tx.one(lockOrder, { orderId });
  if ((await tx.maybe(lastAttemptOfOrder, { orderId })) !== null) return false;
  if (state === 'open') {
    await tx.run(transitionOrder, { orderId, toState, reason, now: ctx.clock.now(), ...by });
  }
  return true;
}

/**
 * Ends a locked attempt that its player left: `declined` when the wallet refused the money, else
 * `cancelled`. A capture before approval is no refusal.
 */
export async function abandonAttempt(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  event: string,
): Promise<void> {
  const { id: attemptId, order_id: orderId, capture_attempts: captures } = attempt;
  const isDeclined =
    captures > 0 && (await tx.one(fundingDeclined, { orderId, attemptId })).declined;
  const failure = isDeclined ? 'declined' : 'cancelled';
  await writeTransition(ctx, tx, attempt, { to: 'FAILED', failure, source: 'player', event });
}
