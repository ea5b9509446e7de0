import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import type { RefundResult } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { queryRefund } from '../refunds/push-refund.ts';
import { failedRefundsOf, lockRefund } from '../refunds/queries.ts';

/** What a gateway said of a failed refund that forbids to pay its money back once more. */
export type SpeaksAgainst =
  /** Asked now, the gateway said that the money had gone back after all. */
  'refund_came_through' | 'refund_told_otherwise' | 'refund_cannot_be_asked_about';

export type Asked =
  | { readonly kind: 'asked'; readonly refunds: ReadonlySet<string> }
  | { readonly kind: 'refused'; readonly why: SpeaksAgainst; readonly refundId: string };

/**
 * Asks the gateway about every refund of a payment that failed, before an operator pays its money
 * back again: a refusal may have been the answer to a refund that went through all the same. Never
 * inside a transaction; whoever pays then, under the order's lock, pays only if all were asked about.
 */
export async function askAboutFailed(ctx: Ctx, attemptId: string): Promise<Asked> {
  const refunds = new Set<string>();
  for (const { id } of await ctx.db.many(failedRefundsOf, { attemptId })) {
    const refund = await ctx.db.transaction((tx) => tx.one(lockRefund, { refundId: id }));
    if (refund.state !== 'FAILED') continue;
    const why = whatSpeaksAgainst(await queryRefund(ctx, refund));
    if (why !== null) return { kind: 'refused', why, refundId: id };
    refunds.add(id);
  }
  return { kind: 'asked', refunds };
}

/** Under its order's lock: the failed refunds of a payment, all asked about, or one that was not. */
export async function failedAndAsked(
  tx: Tx,
  attemptId: string,
  asked: ReadonlySet<string>,
): Promise<
  | { readonly kind: 'asked'; readonly failed: readonly RowOf<typeof failedRefundsOf>[] }
  | { readonly kind: 'refused'; readonly why: 'refund_just_failed'; readonly refundId: string }
> {
  const failed = await tx.many(failedRefundsOf, { attemptId });
  const unasked = failed.find(({ id }) => !asked.has(id));
  return unasked === undefined
    ? { kind: 'asked', failed }
    : { kind: 'refused', why: 'refund_just_failed', refundId: unasked.id };
}

/** null: it says that nothing went back by this one. */
function whatSpeaksAgainst(word: RefundResult): SpeaksAgainst | null {
  switch (word.kind) {
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
      return unreachable('word', word);
  }
}
