import type { OrderReason } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder, transitionOrder } from '../orders/queries.ts';
import { fundingDeclined, lastAttemptOfOrder, lockAttempt, type AttemptRow } from './queries.ts';
import { notYetSubmitted } from './rules.ts';
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

const GAVE_WAY = { source: 'player', event: 'gave_way_to_newer_order' } as const;

/** Whether an open order would give way, under the player's lock. Its lock is kept, so that it cannot be submitted meanwhile. */
export async function canGiveWay(tx: Tx, orderId: string): Promise<boolean> {
  const { state } = await tx.one(lockOrder, { orderId });
  if (state !== 'open') return false;
  const last = await tx.maybe(lastAttemptOfOrder, { orderId });
  return last === null || notYetSubmitted(await tx.one(lockAttempt, { attemptId: last.id }));
}

/** Cancels a character's own unpaid order for a newer one (contract §4), under the player's lock; a submitted one stays. */
export async function giveWay(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const last = await tx.maybe(lastAttemptOfOrder, { orderId });
  if (last === null) {
    await abandonWithoutAttempt(ctx, tx, orderId, GAVE_WAY.event);
    return;
  }
  const locked = await tx.one(lockAttempt, { attemptId: last.id });
  if (notYetSubmitted(locked)) {
    await writeTransition(ctx, tx, locked, { to: 'FAILED', failure: 'cancelled', ...GAVE_WAY });
  }
}
