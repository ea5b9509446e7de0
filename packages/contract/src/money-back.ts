/**
 * The states of money on its way back, and of what players ask to be put right (payments.md §3.4,
 * F17). Like order-states.ts the only definition: the database and ARCHITECTURE.md are checked
 * against these tables.
 */

/** RESERVED: promised, not at the gateway; UNKNOWN is left only by a query. */
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
  // FAILED without having been sent: let go, because the money went another way.
  RESERVED: ['SUBMITTING', 'FAILED'],
  // Back to RESERVED: the gateway never heard of it, the same number may be sent again.
  SUBMITTING: ['RESERVED', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED'],
  PENDING: ['UNKNOWN', 'SUCCEEDED', 'FAILED'],
  UNKNOWN: ['RESERVED', 'PENDING', 'SUCCEEDED', 'FAILED'],
  SUCCEEDED: [],
  // The gateway did it after all.
  FAILED: ['SUCCEEDED'],
};

/** A chargeback, dispute or complaint at the payer's bank or wallet. */
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

/** Characters of a request's text, once blanks around it are gone; else 20020. */
export const RESOLUTION_TEXT_MAX = 1_000;
