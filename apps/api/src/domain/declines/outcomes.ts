import type { Ctx } from '../../context.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { countCall } from '../players/queries.ts';
import { hashOf, type CountedAttempt } from './guard-attempt.ts';
import { outcomesOfHour, saveCard, saveDecline, savePaid } from './queries.ts';
import { isAlarming } from './rules.ts';

const HOUR_MS = 3_600_000;

/** Counts a payment or a decline of an attempt, in the transaction that writes its state. */
export async function countOutcome(
  ctx: Ctx,
  tx: Tx,
  { attemptId, orderId, project, playerId }: CountedAttempt,
  result: GatewayResult,
): Promise<void> {
  const counted = { attemptId, orderId, project, playerId, now: ctx.clock.now() };
  const isDeclined =
    result.kind === 'declined' ||
    (result.kind === 'choose_other_funding' && result.isDeclined) ||
    (result.kind === 'refused' && result.cause === 'payer');
  if (isDeclined) {
    await tx.run(saveDecline, { ...counted, card: cardHash(ctx, result) });
    ctx.metrics.outcomes.inc({ project, outcome: 'declined' });
  } else if (result.kind === 'paid') {
    await tx.run(savePaid, counted);
    ctx.metrics.outcomes.inc({ project, outcome: 'paid' });
  }
}

/** Stores the card of a decline that was counted before. */
export async function noteDeclinedCard(
  ctx: Ctx,
  tx: Tx,
  attemptId: string,
  result: GatewayResult,
): Promise<void> {
  const card = cardHash(ctx, result);
  if (card !== null) await tx.run(saveCard, { attemptId, card });
}

/** Alerts an operator once an hour and project about a ratio of declines that looks like card testing. */
export async function watchDeclines(ctx: Ctx): Promise<void> {
  for (const each of await ctx.db.many(outcomesOfHour, { now: ctx.clock.now() })) {
    if (!isAlarming(each, ctx.config.declineAlertPercent)) continue;
    const realMs = ctx.clock.real().getTime();
    const windowStart = new Date(realMs - (realMs % HOUR_MS));
    const key = `declines_alert:${each.project}`;
    // Only the first process of the hour alerts.
    const { calls } = await ctx.db.one(countCall, { key, windowStart });
    if (calls === 1) raiseAlert(ctx, 'declines_many', { ...each });
  }
}

function cardHash(ctx: Ctx, result: GatewayResult): Buffer | null {
  const card = result.kind === 'declined' ? result.card : undefined;
  return card === undefined ? null : hashOf(ctx, 'card', card);
}
