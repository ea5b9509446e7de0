import { RESOLUTION_TEXT_MAX, type ResolutionKind } from '@webpay/contract/money-back';
import type { DeliveryState, OrderState } from '@webpay/contract/order-states';

/** One refund or wrong-recharge request a player and calendar year (F17). */
export const REQUESTS_A_YEAR = 1;

/** The calendar year a request counts for, UTC. */
export function requestYear(now: Date): number {
  return now.getUTCFullYear();
}

/**
 * Everything unprintable but line ends and tabs: no person typed it, and no page shows it. And what turns the
 * reading order of all that follows, also of what the page says (U+202A-202E, U+2066-2069). The marks that
 * Arabic and Hebrew need, and joiners, are words' own.
 */
const UNREADABLE = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;

/** What a player wrote, tidied; null when it is not accepted (20020): too long, empty of words, unreadable. */
export function requestText(given: string): string | null {
  const text = given.replaceAll(/\r\n?/g, '\n').trim();
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const isShort = Array.from(text).length <= RESOLUTION_TEXT_MAX;
  const isReadable = text.isWellFormed() && !UNREADABLE.test(text.replaceAll(/[\n\t]/g, ''));
  return hasWords && isShort && isReadable ? text : null;
}

/** Whether a request of this kind can be filed on such an order: it is paid, and goods to move were given. */
export function mayBeFiled(
  kind: ResolutionKind,
  order: {
    readonly state: OrderState;
    readonly delivery: DeliveryState | null;
    /** Of its payment, minor units: what is not on its way back already. */
    readonly left: number;
  },
): boolean {
  if (order.state !== 'success') return false;
  return kind === 'refund' ? order.left > 0 : order.delivery === 'delivered';
}

/** Where an order's goods are, for whoever gives its money back. */
export type Goods =
  | 'given'
  /** A try ended in silence: the mail may lie in the mailbox. */
  | 'perhaps_given'
  /** A worker is at it this moment. */
  | 'being_given'
  | 'not_given';

export function goodsOf(
  delivery: {
    readonly state: DeliveryState;
    readonly reason: string | null;
    readonly lease_until: Date | null;
  } | null,
  realNow: Date,
): Goods {
  if (delivery === null) return 'not_given';
  switch (delivery.state) {
    case 'delivered':
      return 'given';
    case 'queued':
    case 'retrying':
      // The same mail asked for again is the same mail: only the last answer counts.
      if (delivery.lease_until === null) {
        return delivery.reason === 'error' ? 'perhaps_given' : 'not_given';
      }
      return delivery.lease_until > realNow ? 'being_given' : 'perhaps_given';
    case 'rejected':
    case 'cancelled':
      return 'not_given';
  }
}
