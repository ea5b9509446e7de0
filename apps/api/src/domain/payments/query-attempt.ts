import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';
import { applyGatewayResult, type Applied } from './apply-gateway-result.ts';
import { attemptById } from './queries.ts';
import { askSooner } from './due-queries.ts';
import { askForPage, captureApproved } from './submit-attempt.ts';
import { canBeAsked, gatewayAttemptOf } from './gateway-attempt.ts';

/**
 * Queries an attempt and applies the answer; captures an approved order. Safe any time.
 * @param isReported its gateway has reported money, whatever is known here
 * @param namedRef the gateway's order, which its message has named
 * @returns null when the gateway cannot be asked about it
 */
export async function queryAttempt(
  ctx: Ctx,
  attemptId: string,
  isReported = false,
  namedRef: string | null = null,
): Promise<Applied | null> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt === null || !canBeAsked(attempt, isReported, namedRef)) return null;
  const told = await gatewayOf(ctx.gateways, attempt).query(gatewayAttemptOf(attempt), namedRef);
  const page = told.kind === 'pending' ? await askForPage(ctx, attempt) : null;
  // Only a page that is still open adds to the answer.
  const result = page?.kind === 'action' ? page : told;
  const applied = await applyGatewayResult(ctx, { attemptId, result, source: 'query' });
  if (applied.decision === 'capture_now') await captureApproved(ctx, attempt);
  return applied;
}

/**
 * Brings the next query forward when the player returns from the bank or polls (payments.md §3.2).
 * The sweep queries, at most every ten seconds and less often with age.
 */
export async function queryOnReturn(ctx: Ctx, orderId: string): Promise<void> {
  try {
    await ctx.db.run(askSooner, { orderId, realNow: ctx.clock.real(), now: ctx.clock.now() });
  } catch (error) {
    // The page shows the order's state without it.
    reportFailure(ctx, error, { order: orderId }, 'the gateway is asked in its turn');
  }
}
