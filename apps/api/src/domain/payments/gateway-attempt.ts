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
  };
}

/**
 * PayPal is queried by its own order id, which an unopened order lacks.
 * @param isReported its gateway has reported money: a failover may have lost the submission here
 */
export function canBeAsked(
  attempt: Pick<AttemptRow, 'provider' | 'requested_at' | 'gateway_ref'>,
  isReported = false,
): boolean {
  return attempt.provider === 'payermax'
    ? isReported || attempt.requested_at !== null
    : attempt.gateway_ref !== null;
}

/** The attempt as its declines are counted. */
export function countedAttempt(attempt: AttemptRow): CountedAttempt {
  const { id: attemptId, order_id: orderId, project, player_id: playerId } = attempt;
  return { attemptId, orderId, project, playerId };
}
