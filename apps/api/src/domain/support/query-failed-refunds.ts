import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { queryRefund } from '../refunds/push-refund.ts';
import { failedRefundsOf, lockRefund } from '../refunds/queries.ts';

/** Answers of a gateway about a failed refund that forbid to pay its money back again. */
export type RefundObjection =
  /** The query showed that the refund succeeded after all. */
  'refund_came_through' | 'refund_told_otherwise' | 'refund_cannot_be_asked_about';

export type FailedRefundsQueried =
  | { readonly kind: 'queried'; readonly refunds: ReadonlySet<string> }
  | { readonly kind: 'refused'; readonly why: RefundObjection; readonly refundId: string };

/**
 * Queries the gateway about every failed refund of a payment before an operator pays its money back
 * again: a refused refund may have succeeded. Runs outside transactions; `payBack` checks the
 * answers under the order's lock.
 */
export async function queryFailedRefunds(
  ctx: Ctx,
  attemptId: string,
): Promise<FailedRefundsQueried> {
  const refunds = new Set<string>();
  for (const { id } of await ctx.db.many(failedRefundsOf, { attemptId })) {
    const refund = await ctx.db.transaction((tx) => tx.one(lockRefund, { refundId: id }));
    if (refund.state !== 'FAILED') continue;
    const why = objectionOf(await queryRefund(ctx, refund));
    if (why !== null) return { kind: 'refused', why, refundId: id };
    refunds.add(id);
  }
  return { kind: 'queried', refunds };
}

/** The failed refunds of a payment, under its order's lock; refused when one was not queried. */
export async function checkFailedQueried(
  tx: Tx,
  attemptId: string,
  queried: ReadonlySet<string>,
): Promise<
  | { readonly kind: 'queried'; readonly failed: readonly RowOf<typeof failedRefundsOf>[] }
  | { readonly kind: 'refused'; readonly why: 'refund_just_failed'; readonly refundId: string }
> {
  const failed = await tx.many(failedRefundsOf, { attemptId });
  const unqueried = failed.find(({ id }) => !queried.has(id));
  return unqueried === undefined
    ? { kind: 'queried', failed }
    : { kind: 'refused', why: 'refund_just_failed', refundId: unqueried.id };
}

/** null: the gateway confirms that this refund returned no money. */
function objectionOf(result: RefundResult): RefundObjection | null {
  switch (result.kind) {
    case 'failed':
    case 'not_found':
      return null;
    case 'succeeded':
      return 'refund_came_through';
    case 'pending':
      return 'refund_told_otherwise';
    case 'indeterminate':
      return 'refund_cannot_be_asked_about';
    default:
      return unreachable('result', result);
  }
}
