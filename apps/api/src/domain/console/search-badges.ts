import type { Badge } from '@webpay/contract/console/shapes';

/** Words of states that a hit may have, by its kind. */
const BADGES: Readonly<Record<string, Readonly<Record<string, Badge>>>> = {
  payment: {
    CREATED: { tone: 'yellow', text: 'Started' },
    SUBMITTING: { tone: 'orange', text: 'Unresolved' },
    REQUIRES_ACTION: { tone: 'yellow', text: 'Waits for the player' },
    PROCESSING: { tone: 'orange', text: 'Processing' },
    UNKNOWN: { tone: 'orange', text: 'Unresolved' },
    SUCCEEDED: { tone: 'green', text: 'Paid' },
    FAILED: { tone: 'red', text: 'Failed' },
    EXPIRED: { tone: 'grey', text: 'Expired' },
  },
  refund: {
    RESERVED: { tone: 'blue', text: 'Waits' },
    SUBMITTING: { tone: 'blue', text: 'On its way' },
    PENDING: { tone: 'blue', text: 'On its way' },
    UNKNOWN: { tone: 'orange', text: 'Unresolved' },
    SUCCEEDED: { tone: 'grey', text: 'Refunded' },
    FAILED: { tone: 'red', text: 'Refused' },
  },
  dispute: {
    open: { tone: 'red', text: 'Open' },
    won: { tone: 'grey', text: 'Won' },
    lost: { tone: 'red', text: 'Lost' },
    cancelled: { tone: 'grey', text: 'Withdrawn' },
  },
  request: {
    open: { tone: 'violet', text: 'Open' },
    approved: { tone: 'grey', text: 'Approved' },
    rejected: { tone: 'grey', text: 'Refused' },
  },
  mail: {
    queued: { tone: 'blue', text: 'Queued' },
    retrying: { tone: 'orange', text: 'Waits' },
    delivered: { tone: 'green', text: 'Delivered' },
    rejected: { tone: 'red', text: 'Not given' },
    cancelled: { tone: 'grey', text: 'Cancelled' },
  },
  message: {},
  difference: {},
};

/** `state`: as the database keeps it; a message or a difference has its cause there. */
export function stateBadge(kind: string, state: string | null): Badge | null {
  if (state === null) return null;
  return BADGES[kind]?.[state] ?? { tone: 'orange', text: state.replaceAll('_', ' ') };
}
