import { RESOLUTION_TEXT_MAX, type ResolutionKind } from '@webpay/contract/money-back';
import type { DeliveryState, OrderState } from '@webpay/contract/order-states';

/** Refund and wrong-recharge requests a player may file per calendar year (F17). */
export const REQUESTS_A_YEAR = 1;

/** The answer of an operation to an operator; domain/actions/refusals.ts has the sentence of each `why`. */
export const refused = <Why extends string>(why: Why) => ({ kind: 'refused', why }) as const;

export function requestYear(now: Date): number {
  return now.getUTCFullYear();
}

/**
 * Control characters except line ends and tabs, and marks that change the reading order of later text (U+202A-202E,
 * U+2066-2069). Joiners and the marks Arabic and Hebrew need are allowed.
 */
const UNREADABLE = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;

/** Normalizes a player's text; null when it is too long, wordless or unreadable (20020). */
export function requestText(given: string): string | null {
  const text = given.replaceAll(/\r\n?/g, '\n').trim();
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const isShort = Array.from(text).length <= RESOLUTION_TEXT_MAX;
  const isReadable = text.isWellFormed() && !UNREADABLE.test(text.replaceAll(/[\n\t]/g, ''));
  return hasWords && isShort && isReadable ? text : null;
}

export function mayBeFiled(
  kind: ResolutionKind,
  order: {
    readonly state: OrderState;
    readonly delivery: DeliveryState | null;
    /** Minor units of its payment that are not refunded or reserved. */
    readonly left: number;
  },
): boolean {
  if (order.state !== 'success') return false;
  return kind === 'refund' ? order.left > 0 : order.delivery === 'delivered';
}

/** Delivery status of goods, as a refund of their order sees it. */
export type GoodsStatus =
  | 'delivered'
  /** An attempt ended without an answer: the mail may be in the mailbox. */
  | 'perhaps_delivered'
  /** A worker sends the mail at this moment. */
  | 'being_delivered'
  | 'not_delivered';

export function goodsStatus(
  delivery: {
    readonly state: DeliveryState;
    readonly reason: string | null;
    readonly lease_until: Date | null;
    readonly maybe_given: boolean;
  } | null,
  realNow: Date,
): GoodsStatus {
  if (delivery === null) return 'not_delivered';
  switch (delivery.state) {
    case 'delivered':
      return 'delivered';
    case 'queued':
    case 'retrying':
      // Only a refusal says that the goods were not given: a game in maintenance looks nothing up.
      if (delivery.lease_until === null) {
        const isDoubtful = delivery.maybe_given || delivery.reason === 'error';
        return isDoubtful ? 'perhaps_delivered' : 'not_delivered';
      }
      return delivery.lease_until > realNow ? 'being_delivered' : 'perhaps_delivered';
    case 'rejected':
    case 'cancelled':
      return 'not_delivered';
  }
}
