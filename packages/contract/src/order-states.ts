/**
 * State machines of a purchase (payments.md §3): the only definition. Tests compare the database's
 * triggers and ARCHITECTURE.md with it.
 */

/** States shown to the player (contract §4). */
export const ORDER_STATES = [
  'open',
  'waiting',
  'success',
  'failed',
  'timeout',
  'refunded',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ORDER_REASONS = [
  'action',
  'unknown',
  'declined',
  'insufficient_balance',
  'cancelled',
  'error',
  'resolution',
  'not_deliverable',
  'chargeback',
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Attempt states that are not final: an order has at most one such attempt. */
export const LIVE_ATTEMPT_STATES = [
  'CREATED',
  'SUBMITTING',
  'REQUIRES_ACTION',
  'PROCESSING',
  'UNKNOWN',
] as const;

/** One attempt to pay an order at a gateway; its id is the merchant's number there. */
export const ATTEMPT_STATES = [...LIVE_ATTEMPT_STATES, 'SUCCEEDED', 'FAILED', 'EXPIRED'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export const ATTEMPT_TRANSITIONS: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  CREATED: ['SUBMITTING', 'REQUIRES_ACTION', 'FAILED', 'EXPIRED'],
  SUBMITTING: ['REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED'],
  REQUIRES_ACTION: ['SUBMITTING', 'PROCESSING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED'],
  PROCESSING: ['REQUIRES_ACTION', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED'],
  UNKNOWN: ['REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'EXPIRED'],
  SUCCEEDED: [],
  // A late success still counts (payments.md §3.3).
  FAILED: ['SUCCEEDED'],
  EXPIRED: ['SUCCEEDED'],
};

export const ORDER_TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  open: ['waiting', 'success', 'failed', 'timeout'],
  waiting: ['open', 'success', 'failed', 'timeout'],
  // A failed order keeps its reason after its time is over.
  failed: ['open', 'waiting', 'success'],
  timeout: ['success'],
  success: ['refunded'],
  refunded: [],
};

/** States of a mail to the game. `cancelled`: refunded before it was sent. */
export const DELIVERY_STATES = [
  'queued',
  'retrying',
  'delivered',
  'rejected',
  'cancelled',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_TRANSITIONS: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  queued: ['retrying', 'delivered', 'rejected', 'cancelled'],
  retrying: ['delivered', 'rejected', 'cancelled'],
  delivered: [],
  rejected: [],
  cancelled: [],
};

export type AttemptFailure = 'declined' | 'insufficient_balance' | 'cancelled' | 'error';

/** State and reason of the order that follow from its attempt (payments.md §3). */
export function orderStateOf(attempt: {
  readonly provider: 'payermax' | 'paypal';
  readonly state: AttemptState;
  readonly failure: AttemptFailure | null;
  /** PayPal: a capture was requested; before, the wallet order is still open. */
  readonly submitted: boolean;
  readonly orderIsOver: boolean;
}): { readonly state: OrderState; readonly reason: OrderReason | null } {
  switch (attempt.state) {
    case 'CREATED':
      return { state: 'open', reason: null };
    case 'REQUIRES_ACTION':
      return attempt.provider === 'paypal' && !attempt.submitted
        ? { state: 'open', reason: null }
        : { state: 'waiting', reason: 'action' };
    case 'SUBMITTING':
    case 'PROCESSING':
    case 'UNKNOWN':
      return { state: 'waiting', reason: 'unknown' };
    case 'SUCCEEDED':
      return { state: 'success', reason: null };
    case 'FAILED':
      return { state: 'failed', reason: attempt.failure ?? 'error' };
    case 'EXPIRED':
      return attempt.orderIsOver
        ? { state: 'timeout', reason: null }
        : { state: 'failed', reason: 'error' };
  }
}
