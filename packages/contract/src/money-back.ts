/**
 * States of refunds, disputes and resolution requests (payments.md §3.4, F17): the only definition,
 * checked against database and ARCHITECTURE.md.
 */

/** RESERVED: promised, not sent to the gateway; only a query leaves UNKNOWN. */
export const REFUND_STATES = [
  'RESERVED',
  'SUBMITTING',
  'PENDING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_TRANSITIONS: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // FAILED without a submission: the money was returned otherwise.
  RESERVED: ['SUBMITTING', 'FAILED'],
  // Back to RESERVED: the gateway has no such refund; the same number may be sent again.
  SUBMITTING: ['RESERVED', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED'],
  PENDING: ['UNKNOWN', 'SUCCEEDED', 'FAILED'],
  UNKNOWN: ['RESERVED', 'PENDING', 'SUCCEEDED', 'FAILED'],
  SUCCEEDED: [],
  // The gateway executed it after all.
  FAILED: ['SUCCEEDED'],
};

export const DISPUTE_STATES = ['open', 'won', 'lost', 'cancelled'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_TRANSITIONS: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  open: ['won', 'lost', 'cancelled'],
  won: [],
  lost: [],
  cancelled: [],
};

export const RESOLUTION_KINDS = ['refund', 'wrong_recharge'] as const;
export type ResolutionKind = (typeof RESOLUTION_KINDS)[number];

export const RESOLUTION_STATES = ['open', 'approved', 'rejected'] as const;
export type ResolutionState = (typeof RESOLUTION_STATES)[number];

export const RESOLUTION_TRANSITIONS: Readonly<Record<ResolutionState, readonly ResolutionState[]>> =
  { open: ['approved', 'rejected'], approved: [], rejected: [] };

/** Maximum length of a trimmed request text; otherwise 20020. */
export const RESOLUTION_TEXT_MAX = 1_000;
