import type { Ctx } from '../../context.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { hashOf, type CountedAttempt } from './guard-attempt.ts';
import { saveCard, saveDecline, savePaid } from './queries.ts';

/** Counts a payment or a decline of an attempt, in the transaction that writes its state. */
export async function countOutcome(
  ctx: Ctx,
  tx: Tx,
  { attemptId, orderId, project, playerId }: CountedAttempt,
  result: GatewayResult,
): Promise<void> {
  const counted = { attemptId, orderId, project, playerId, now: ctx.clock.now() };
  const isDeclined =
    result.kind === 'declined' || (result.kind === 'choose_other_funding' && result.isDeclined);
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

function cardHash(ctx: Ctx, result: GatewayResult): Buffer | null {
  const card = result.kind === 'declined' ? result.card : undefined;
  return card === undefined ? null : hashOf(ctx, 'card', card);
}
