import { LIVE_ATTEMPT_STATES, type AttemptState } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import { attemptById } from '../payments/queries.ts';
import { queryAttempt } from '../payments/query-attempt.ts';
import { attemptByCapture } from './queries.ts';

/** Outcome of a message about a refund or dispute. */
export type UpdateOutcome =
  | { readonly kind: 'applied'; readonly outcome: string }
  /** Depends on an unresolved payment or refund: the message stays due. */
  | {
      readonly kind: 'later';
      /** The outcome when it stays due too long; without one it resolves by itself. */
      readonly orElse?: Extract<UpdateOutcome, { kind: 'quarantine' }>;
    }
  | { readonly kind: 'quarantine'; readonly attemptId: string | null; readonly reason: string };

export function mismatch(
  reason: string,
  attemptId: string | null,
): Extract<UpdateOutcome, { kind: 'quarantine' }> {
  return { kind: 'quarantine', attemptId, reason };
}

export type FoundAttempt =
  | {
      readonly kind: 'found';
      readonly attemptId: string;
      readonly playerId: number;
      /** Captured minor units. */
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: 'not_found'; readonly end: UpdateOutcome };

/**
 * Finds the paid attempt that a refund or dispute names. Queries an unpaid one first, because only
 * captured money can go back (payments.md §3.2, last row).
 */
export async function findPaidAttempt(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  named: { readonly attemptId: string | null; readonly captureRef: string | null },
): Promise<FoundAttempt> {
  const id = await idOf(ctx, provider, named);
  const attempt = id === null ? null : await ctx.db.maybe(attemptById, { attemptId: id });
  if (attempt === null || attempt.provider !== provider) return none('unknown_attempt', null);
  let { state, capture_ref: captureRef } = attempt;
  if (state !== 'SUCCEEDED') {
    await queryAttempt(ctx, attempt.id);
    ({ state, capture_ref: captureRef } = await ctx.db.one(attemptById, { attemptId: attempt.id }));
  }
  if (state !== 'SUCCEEDED') {
    return isUnresolved(state)
      ? { kind: 'not_found', end: { kind: 'later' } }
      : none('nothing_was_captured', attempt.id);
  }
  const isOther = named.captureRef !== null && named.captureRef !== captureRef;
  return isOther
    ? none('gateway_number_differs', attempt.id)
    : {
        kind: 'found',
        attemptId: attempt.id,
        playerId: attempt.player_id,
        amount: attempt.amount_minor,
        currency: attempt.currency,
      };
}

async function idOf(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  named: { readonly attemptId: string | null; readonly captureRef: string | null },
): Promise<string | null> {
  if (named.attemptId !== null) return named.attemptId;
  if (named.captureRef === null) return null;
  const row = await ctx.db.maybe(attemptByCapture, { provider, captureRef: named.captureRef });
  return row?.id ?? null;
}

function isUnresolved(state: AttemptState): boolean {
  const isLive = LIVE_ATTEMPT_STATES.some((live) => live === state);
  return isLive && state !== 'CREATED' && state !== 'REQUIRES_ACTION';
}

function none(reason: string, attemptId: string | null): FoundAttempt {
  return { kind: 'not_found', end: mismatch(reason, attemptId) };
}
