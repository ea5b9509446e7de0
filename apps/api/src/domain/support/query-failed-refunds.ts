import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { queryRefund } from '../refunds/push-refund.ts';
import { failedRefundsOf, isSettledSuccess } from '../refunds/queries.ts';
import type { RefundRow } from '../refunds/lock-queries.ts';
import { refused } from './rules.ts';
import { lockRefund } from '../refunds/lock-rows.ts';

/** Answers of a gateway about a failed refund that forbid to refund it again. */
export type RefundObjection =
  /** The query showed that the refund succeeded after all. */
  | 'refund_came_through'
  /** It succeeded, and its money went another way too: an operator settles this result first. */
  | 'success_to_settle'
  /** A settled success, of more than is left: nothing of the payment is the payer's any more. */
  | 'success_took_the_rest'
  | 'refund_told_otherwise'
  | 'refund_cannot_be_asked_about';

/**
 * Queries the gateway about every failed refund of a payment before an operator pays its money back again: a refused
 * refund may have succeeded. Runs outside transactions; `payBack` checks the answers under the order's lock.
 */
export async function queryFailedRefunds(ctx: Ctx, attemptId: string) {
  const refunds = new Set<string>();
  for (const { id } of await ctx.db.many(failedRefundsOf, { attemptId })) {
    const refund = await ctx.db.transaction((tx) => lockRefund(tx, id));
    if (refund.state !== 'FAILED') continue;
    const why = await objectionOf(ctx, refund, await queryRefund(ctx, refund));
    if (why !== null) return { ...refused(why), refundId: id };
    refunds.add(id);
  }
  return { kind: 'queried', refunds } as const;
}

/** The failed refunds of a payment, under its order's lock; refused when one was not queried. */
export async function checkFailedQueried(tx: Tx, attemptId: string, queried: ReadonlySet<string>) {
  const failed = await tx.many(failedRefundsOf, { attemptId });
  const unqueried = failed.find(({ id }) => !queried.has(id));
  return unqueried === undefined
    ? ({ kind: 'queried', failed } as const)
    : { ...refused('refund_just_failed'), refundId: unqueried.id };
}

/** null: the gateway confirms that this refund returned no money. */
async function objectionOf(
  ctx: Ctx,
  refund: RefundRow,
  result: RefundResult,
): Promise<RefundObjection | null> {
  switch (result.kind) {
    case 'failed':
    case 'not_found':
      return null;
    case 'succeeded':
      return ctx.db.transaction((tx) => objectionOfSuccess(tx, refund));
    case 'pending':
      return 'refund_told_otherwise';
    case 'indeterminate':
      return 'refund_cannot_be_asked_about';
    default:
      return unreachable('result', result);
  }
}

async function objectionOfSuccess(tx: Tx, { id: refundId, attempt_id: attemptId }: RefundRow) {
  const { state } = await lockRefund(tx, refundId);
  if (state === 'SUCCEEDED') return 'refund_came_through';
  const { is_so: isSettled } = await tx.one(isSettledSuccess, { attemptId, refundId });
  return isSettled ? 'success_took_the_rest' : 'success_to_settle';
}
