import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';
import { applyGatewayResult, type Applied } from './apply-gateway-result.ts';
import { attemptById, type AttemptRow } from './queries.ts';
import { askSooner } from './due-queries.ts';
import { askForPage, captureApproved } from './submit-attempt.ts';
import { canBeAsked, gatewayAttemptOf, isNamedByMessage } from './gateway-attempt.ts';

/**
 * Queries an attempt and applies the answer; captures an approved order. Safe any time.
 * @param isReported its gateway has reported money, whatever is known here
 * @returns null when the gateway cannot be asked about it
 */
export async function queryAttempt(
  ctx: Ctx,
  attemptId: string,
  isReported = false,
): Promise<Applied | null> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt === null || !canBeAsked(attempt, isReported)) return null;
  const told = await gatewayOf(ctx.gateways, attempt).query(gatewayAttemptOf(attempt));
  const page = told.kind === 'pending' ? await askForPage(ctx, attempt) : null;
  // Only a page that is still open adds to the answer.
  const result = page?.kind === 'action' ? page : told;
  const applied = await applyGatewayResult(ctx, { attemptId, result, source: 'query' });
  if (applied.decision === 'capture_now') await captureApproved(ctx, attempt);
  return applied;
}

/** The end of a question that a message caused. `other`: its order is surely not the attempt's. `open`: nothing is decided. */
export type AskedAbout = 'cannot_be_asked' | 'other' | 'open' | 'decided';

/**
 * Asks about an attempt that a message reports; where no answer of its own named its order, about the order that the message
 * names. An answer that leaves this open changes nothing: neither a state nor the time of the attempt's own next query.
 */
export async function askReported(
  ctx: Ctx,
  attempt: AttemptRow,
  namedRef: string | null,
): Promise<AskedAbout> {
  const attemptId = attempt.id;
  if (!isNamedByMessage(attempt)) {
    const applied = await queryAttempt(ctx, attemptId, true);
    return applied === null ? 'cannot_be_asked' : endOf(applied);
  }
  if (!canBeAsked(attempt, true, namedRef)) return 'cannot_be_asked';
  const result = await gatewayOf(ctx.gateways, attempt).query(gatewayAttemptOf(attempt), namedRef);
  if (result.kind === 'indeterminate') return result.isOther === true ? 'other' : 'open';
  const applied = await applyGatewayResult(ctx, { attemptId, result, source: 'query' });
  if (applied.decision === 'capture_now') await captureApproved(ctx, attempt);
  return endOf(applied);
}

/** Whether a query left open what became of an attempt. Its own queries end one that they can name. */
function endOf({ decision, attempt }: Applied): AskedAbout {
  if (decision !== 'none' || attempt === null) return 'decided';
  const isOver = attempt.state === 'FAILED' || attempt.state === 'EXPIRED';
  const isUnanswered = attempt.state === 'UNKNOWN' || attempt.state === 'SUBMITTING';
  return isOver || (isUnanswered && isNamedByMessage(attempt)) ? 'open' : 'decided';
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
