import type { Ctx } from '../../context.ts';
import { applyGatewayResult, type Applied } from './apply-gateway-result.ts';
import { attemptById, type AttemptRow } from './queries.ts';
import { captureApproved } from './submit-attempt.ts';
import { gatewayAttemptOf } from './gateway-attempt.ts';

/**
 * Asks the gateway what became of an attempt and applies the answer; an approved wallet order is
 * captured. Harmless at any time and by anyone: the sweep, a webhook, the player's return.
 */
export async function queryAttempt(ctx: Ctx, attemptId: string): Promise<Applied | null> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt === null || !canBeAsked(attempt)) return null;
  const word = await ctx.gateways[attempt.provider].query(gatewayAttemptOf(attempt));
  const applied = await applyGatewayResult(ctx, { attemptId, word, source: 'query' });
  if (applied.step === 'capture_now') await captureApproved(ctx, attemptId);
  return applied;
}

/** PayPal is asked by its own order id; before it told one there is nothing to ask about. */
function canBeAsked(attempt: AttemptRow): boolean {
  return attempt.provider === 'payermax'
    ? attempt.requested_at !== null
    : attempt.gateway_ref !== null;
}
