import type { Account } from '../../gateways/accounts.ts';
import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import { attemptById, type AttemptRow } from '../payments/queries.ts';
import { queryAttempt } from '../payments/query-attempt.ts';
import { attemptByCapture, attemptOfFoundMoney } from './queries.ts';

type Quarantined = {
  readonly kind: 'quarantine';
  readonly attemptId: string | null;
  readonly reason: string;
};

/** Outcome of a message about a refund or dispute. */
export type UpdateOutcome =
  | { readonly kind: 'applied'; readonly outcome: string }
  /** Depends on an unresolved payment or refund: the message stays due. */
  | {
      readonly kind: 'later';
      /** The outcome when it stays due too long; without one it resolves by itself. */
      readonly orElse?: Quarantined;
    }
  | Quarantined;

export function mismatch(reason: string, attemptId: string | null): Quarantined {
  return { kind: 'quarantine', attemptId, reason };
}

/**
 * Finds the paid attempt that a refund or dispute names, or the outcome of its message. Queries an
 * unpaid one first, because only captured money can be refunded (payments.md §3.2, last row).
 * @param account the one that says it
 */
export async function findPaidAttempt(
  ctx: Ctx,
  account: Account,
  named: { readonly attemptId: string | null; readonly captureRef: string | null },
): Promise<AttemptRow | UpdateOutcome> {
  const { provider, merchant } = account;
  const { captureRef } = named;
  const numbers = { provider, merchantNumber: named.attemptId, captureRef };
  const attemptId =
    (await ctx.db.maybe(attemptOfFoundMoney, numbers))?.id ??
    named.attemptId ??
    (await ctx.db.maybe(attemptByCapture, { provider, captureRef }))?.id;
  if (attemptId === undefined) return mismatch('unknown_attempt', null);
  let attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt === null || attempt.provider !== provider) return mismatch('unknown_attempt', null);
  if (attempt.merchant !== merchant) return mismatch('merchant_differs', attemptId);
  if (attempt.state !== 'SUCCEEDED') {
    await queryAttempt(ctx, attemptId);
    attempt = await ctx.db.one(attemptById, { attemptId });
  }
  const { state, capture_ref: known } = attempt;
  if (state !== 'SUCCEEDED') {
    const isLive = LIVE_ATTEMPT_STATES.some((live) => live === state);
    const isUnresolved = isLive && state !== 'CREATED' && state !== 'REQUIRES_ACTION';
    return isUnresolved ? { kind: 'later' } : mismatch('nothing_was_captured', attemptId);
  }
  const isOther = captureRef !== null && captureRef !== known;
  return isOther ? mismatch('gateway_number_differs', attemptId) : attempt;
}
