import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { abandonAttempt, abandonWithoutAttempt } from './abandon.ts';
import type { Applied } from './apply-gateway-result.ts';
import { notYetSubmitted } from './rules.ts';
import { queryAttempt } from './query-attempt.ts';
import { lastAttemptOfOrder, lockAttempt, lockPlayerOfCartOrder } from './queries.ts';

/**
 * Cancels an order before money moves; a second cancellation changes nothing. Queries a card that
 * waits for its bank first (payments.md §3.2).
 * @throws Refusal WRONG_STATE while money may move or once it moved; GATEWAY_SILENT without an
 *   answer
 */
export async function cancelOrder(ctx: Ctx, orderId: string): Promise<void> {
  ctx.trace?.join(orderId);
  const last = await ctx.db.maybe(lastAttemptOfOrder, { orderId });
  if (last === null) {
    const isUntried = await ctx.db.transaction((tx) =>
      abandonWithoutAttempt(ctx, tx, orderId, 'cancelled'),
    );
    if (!isUntried) throw new Refusal('TRY_AGAIN');
    return;
  }
  const isAtBank = last.state === 'REQUIRES_ACTION' && !notYetSubmitted(last);
  const asked = isAtBank ? await askTogether(ctx, last.id) : null;
  await ctx.db.transaction(async (tx) => {
    await tx.maybe(lockPlayerOfCartOrder, { attemptId: last.id });
    const attempt = await tx.one(lockAttempt, { attemptId: last.id });
    switch (attempt.state) {
      case 'CREATED':
      case 'REQUIRES_ACTION':
        if (asked?.result === 'indeterminate') throw new Refusal('GATEWAY_SILENT');
        // The gateway reports a payment that differs: an operator decides.
        if (asked?.decision === 'quarantine') throw new Refusal('WRONG_STATE');
        return abandonAttempt(ctx, tx, attempt, 'cancelled');
      case 'FAILED':
      case 'EXPIRED':
        return;
      case 'SUBMITTING':
      case 'PROCESSING':
      case 'UNKNOWN':
      case 'SUCCEEDED':
        throw new Refusal('WRONG_STATE');
      default:
        return unreachable('attempt state', attempt.state);
    }
  });
}

/** The queries of cancellations that are under way in a process, by attempt. */
const asking = new WeakMap<Ctx['gateways'], Map<string, Promise<Applied | null>>>();

/** Asks the gateway once for all cancellations at once: they need no session, and each would cost a call. */
function askTogether(ctx: Ctx, attemptId: string): Promise<Applied | null> {
  const here = asking.get(ctx.gateways) ?? new Map<string, Promise<Applied | null>>();
  asking.set(ctx.gateways, here);
  const known = here.get(attemptId);
  if (known !== undefined) return known;
  const asked = queryAttempt(ctx, attemptId).finally(() => here.delete(attemptId));
  here.set(attemptId, asked);
  return asked;
}
