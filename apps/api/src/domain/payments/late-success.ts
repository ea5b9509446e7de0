import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { canStillDouble } from '../orders/first-purchase.ts';
import { canStillDeliver } from '../orders/limits.ts';
import { canGiveWay, giveWay } from './abandon.ts';
import { isBoughtElsewhere } from './bought-elsewhere.ts';
import { openHoldersOf } from './unpaid-queries.ts';
import { writeTransition } from './transition-attempt.ts';
import { isNamedByMessage } from './gateway-attempt.ts';
import { notYetSubmitted, type Decision } from './rules.ts';
import {
  lastAttemptOfOrder,
  lockAttempt,
  priceAsPaid,
  settleWaitingMessages,
  type AttemptRow,
} from './queries.ts';
import type { ResultSource } from './transition-table.ts';

/**
 * Whether late money still buys the goods; another order may have bought them meanwhile. Money that came has a better claim
 * than the character's own unpaid orders: those that hold the goods give way, unless that would not free them. Needs the player's lock.
 */
export async function isStillWanted(ctx: Ctx, tx: Tx, attempt: AttemptRow): Promise<boolean> {
  if (await isBoughtElsewhere(tx, attempt)) return false;
  const { order_id: orderId, player_id: playerId } = attempt;
  if (await isThereStill(ctx, tx, attempt, [])) return true;
  let yielding: string[] = [];
  for (const { id } of await tx.many(openHoldersOf, { orderId, playerId }))
    if (await canGiveWay(tx, id)) yielding.push(id);
  if (yielding.length === 0 || !(await isThereStill(ctx, tx, attempt, yielding))) return false;
  for (const id of yielding) {
    const others = yielding.filter((other) => other !== id);
    if (await isThereStill(ctx, tx, attempt, others)) yielding = others;
  }
  for (const id of yielding) await giveWay(ctx, tx, id);
  return true;
}

/** Whether limits and first purchases leave the goods of an order, once the `yielding` orders are gone. */
async function isThereStill(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  yielding: readonly string[],
): Promise<boolean> {
  const order = { id: attempt.order_id, playerId: attempt.player_id, yielding };
  return (await canStillDeliver(ctx, tx, order)) && (await canStillDouble(ctx, tx, order));
}

/**
 * Ends the player's newer attempt when an older one is paid late. A submitted attempt stays until
 * its gateway answers: its money may still come, and is refunded.
 */
export async function endOtherAttempt(ctx: Ctx, tx: Tx, paid: AttemptRow): Promise<void> {
  const last = await tx.one(lastAttemptOfOrder, { orderId: paid.order_id });
  if (last.id === paid.id || !notYetSubmitted(last)) return;
  const locked = await tx.one(lockAttempt, { attemptId: last.id });
  if (notYetSubmitted(locked)) await endAsPaidByAnother(ctx, tx, locked);
}

/** Ends a locked attempt that took no money, because its order is paid. */
export async function endAsPaidByAnother(ctx: Ctx, tx: Tx, attempt: AttemptRow): Promise<void> {
  await writeTransition(ctx, tx, attempt, {
    to: 'FAILED',
    failure: 'cancelled',
    source: 'worker',
    event: 'paid_by_another_try',
  });
}

/**
 * V07: late money at an order that only its message names buys nothing for a flagged player. Anyone with our public client id
 * can make such an order, so a person decides.
 */
export function unlessFlagged(
  attempt: AttemptRow & { readonly flagged_at?: Date | null },
  decision: Decision,
): Decision {
  const isFlagged = attempt.flagged_at !== undefined && attempt.flagged_at !== null;
  return decision.kind === 'late_success' && isFlagged && isNamedByMessage(attempt)
    ? { kind: 'quarantine', reason: 'player_flagged' }
    : decision;
}

/** Settles the messages about money that waited for a person, because its attempt takes it now. */
export async function endWait(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  result: GatewayResult,
): Promise<void> {
  if (result.kind !== 'paid' || !isNamedByMessage(attempt)) return;
  const { captureRef } = result;
  await tx.run(settleWaitingMessages, { attemptId: attempt.id, captureRef, now: ctx.clock.now() });
}

/** Restores the paid attempt's prices on its order, unless a newer attempt is alive. */
export async function showAsPaid(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  source: ResultSource,
): Promise<void> {
  const last = await tx.one(lastAttemptOfOrder, { orderId: attempt.order_id });
  if (LIVE_ATTEMPT_STATES.some((live) => live === last.state)) return;
  await tx.run(priceAsPaid, { attemptId: attempt.id, now: ctx.clock.now(), source });
}
