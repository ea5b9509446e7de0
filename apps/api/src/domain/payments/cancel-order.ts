import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { abandonReason, abandonWithoutAttempt } from './abandon.ts';
import { writeTransition } from './transition-attempt.ts';
import { notYetSubmitted } from './rules.ts';
import { queryAttempt } from './query-attempt.ts';
import { lastAttemptOfOrder, lockAttempt } from './queries.ts';

/**
 * The player gives an order up: only before money moves. A card waiting for its bank is asked
 * about first, and only ended when the gateway still says unpaid (payments.md §3.2). Cancelling
 * what is not being paid any more changes nothing.
 * @throws Refusal WRONG_STATE while money may be moving, or once it moved; GATEWAY_SILENT when its
 *   gateway does not say whether it did
 */
export async function cancelOrder(ctx: Ctx, orderId: string): Promise<void> {
  const last = await ctx.db.maybe(lastAttemptOfOrder, { orderId });
  if (last === null) return cancelUntried(ctx, orderId);
  const isAtBank = last.state === 'REQUIRES_ACTION' && !notYetSubmitted(last);
  const asked = isAtBank ? await queryAttempt(ctx, last.id) : null;
  await ctx.db.transaction(async (tx) => {
    const attempt = await tx.one(lockAttempt, { attemptId: last.id });
    switch (attempt.state) {
      case 'CREATED':
      case 'REQUIRES_ACTION':
        if (asked?.result === 'indeterminate') throw new Refusal('GATEWAY_SILENT');
        // It says paid, though not as we asked: for a person, and no more to give up.
        if (asked?.decision === 'quarantine') throw new Refusal('WRONG_STATE');
        await writeTransition(ctx, tx, attempt, {
          to: 'FAILED',
          failure: await abandonReason(tx, attempt),
          source: 'player',
          event: 'cancelled',
        });
        return;
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

async function cancelUntried(ctx: Ctx, orderId: string): Promise<void> {
  const isUntried = await ctx.db.transaction((tx) =>
    abandonWithoutAttempt(ctx, tx, orderId, 'cancelled'),
  );
  if (!isUntried) throw new Refusal('TRY_AGAIN');
}
