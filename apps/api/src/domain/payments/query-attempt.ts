import type { Ctx } from '../../context.ts';
import { reportFailure } from '../../platform/monitoring/report-failure.ts';
import { applyGatewayResult, type Applied } from './apply-gateway-result.ts';
import { askSooner, attemptById, type AttemptRow } from './queries.ts';
import { captureApproved } from './submit-attempt.ts';
import { gatewayAttemptOf } from './gateway-attempt.ts';

/**
 * Asks the gateway what became of an attempt and applies the answer; an approved wallet order is
 * captured. Harmless at any time and by anyone: the sweep, a webhook, the player's return.
 */
export async function queryAttempt(ctx: Ctx, attemptId: string): Promise<Applied | null> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt === null || !canBeAsked(attempt)) return null;
  const result = await ctx.gateways[attempt.provider].query(gatewayAttemptOf(attempt));
  const applied = await applyGatewayResult(ctx, { attemptId, result, source: 'query' });
  if (applied.decision === 'capture_now') await captureApproved(ctx, attemptId);
  return applied;
}

/** PayPal is asked by its own order id; before it told one there is nothing to ask about. */
function canBeAsked(attempt: AttemptRow): boolean {
  return attempt.provider === 'payermax'
    ? attempt.requested_at !== null
    : attempt.gateway_ref !== null;
}

/**
 * The player is back from the bank, or looks whether the money came: the browser's word moves
 * nothing, but the gateway is asked again before its turn (payments.md §3.2). The sweep does it; a
 * page that looks all the time makes it ask no more than every ten seconds, and rarer each time.
 */
export async function queryOnReturn(ctx: Ctx, orderId: string): Promise<void> {
  try {
    await ctx.db.run(askSooner, { orderId, realNow: ctx.clock.real(), now: ctx.clock.now() });
  } catch (error) {
    // How the order stands is known all the same.
    reportFailure(ctx, error, { order: orderId }, 'the gateway is asked in its turn');
  }
}
