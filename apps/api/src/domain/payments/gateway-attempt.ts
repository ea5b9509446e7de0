import type { GatewayAttempt } from '../../gateways/port.ts';
import type { CountedAttempt } from '../declines/guard-attempt.ts';
import type { AttemptRow } from './queries.ts';

export function gatewayAttemptOf(attempt: AttemptRow): GatewayAttempt {
  return {
    id: attempt.id,
    orderId: attempt.order_id,
    amount: attempt.amount_minor,
    currency: attempt.currency,
    country: attempt.country,
    gatewayRef: attempt.gateway_ref,
    captureTries: attempt.capture_attempts,
    wasSubmitted: attempt.requested_at !== null,
    startedAtMs: (attempt.requested_at ?? attempt.created_at).getTime(),
    ...(isUnnamed(attempt) &&
      attempt.requested_at !== null && { requestedAtMs: attempt.requested_at.getTime() }),
  };
}

/** A payment with a kept wallet that has gone to PayPal: its money may have moved, but no answer named its order. */
export function isUnnamed(
  attempt: Pick<AttemptRow, 'method' | 'submitted_at' | 'gateway_ref'>,
): boolean {
  const { method, submitted_at: submittedAt, gateway_ref: gatewayRef } = attempt;
  return method === 'wallet' && submittedAt !== null && gatewayRef === null;
}

/** No answer named the order at PayPal, so only a message can, and its question must not be forgotten with it. */
export function isNamedByMessage(attempt: Pick<AttemptRow, 'provider' | 'gateway_ref'>): boolean {
  return attempt.provider === 'paypal' && attempt.gateway_ref === null;
}

/**
 * PayPal is queried by its own order id, which an unopened order lacks; one paid with a kept wallet is looked for.
 * @param isReported its gateway has reported it: a failover may have lost the submission here
 * @param namedRef the order of PayPal that the report names; the order itself must then name this attempt
 */
export function canBeAsked(
  attempt: Pick<
    AttemptRow,
    'provider' | 'method' | 'submitted_at' | 'requested_at' | 'gateway_ref'
  >,
  isReported = false,
  namedRef: string | null = null,
): boolean {
  if (attempt.provider === 'payermax') return isReported || attempt.requested_at !== null;
  const isNamed = isReported && namedRef !== null;
  return isNamed || attempt.gateway_ref !== null || isUnnamed(attempt);
}

/** The attempt as its declines are counted. */
export function countedAttempt(attempt: AttemptRow): CountedAttempt {
  const { id: attemptId, order_id: orderId, project, player_id: playerId } = attempt;
  return { attemptId, orderId, project, playerId };
}
