import { CODES } from '@webpay/contract/codes';
import type { Money } from '@webpay/contract/money';
import type { MessageId } from '../../../i18n/text.tsx';
import { CallLost, CallRefused } from '../../../api/failure.ts';

/** Failure to open an order, by the player's next step. */
export type Problem =
  /** 20017: no order was created; the player accepts or refuses the new price, or fewer contents (`gives`). */
  | { readonly kind: 'price'; readonly total: Money | null; readonly gives: unknown }
  /** 20016: method unavailable; `why`: `limited` goods, `waiting` or `left` (too many codes; `max` are allowed). */
  | { readonly kind: 'channel'; readonly why?: unknown; readonly max?: number }
  /** 20004: only customer service helps. */
  | { readonly kind: 'stopped' }
  /** The goods cannot be bought like this: back to the place of choice. */
  | { readonly kind: 'goods'; readonly failure: CallRefused }
  /** The order of this key has ended: a new order is needed. */
  | { readonly kind: 'orderOver' }
  /** 20003, 10007: the next attempt needs an image code, because earlier ones were declined. */
  | { readonly kind: 'picture'; readonly failure: CallRefused }
  /** 10002 with its time: too many payments were declined. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** Another attempt or method may work. */
  | { readonly kind: 'again'; readonly failure: unknown }
  /** The app has already reported it. */
  | { readonly kind: 'reported' };

const GOODS_CODES: readonly number[] = [
  CODES.ITEM_MAXIMUM,
  CODES.NO_SUCH_ITEM,
  CODES.NOT_PURCHASABLE,
  CODES.NO_PRICE,
  CODES.CART_REFRESHED,
  CODES.CART_FULL,
  CODES.CART_AMOUNT_LIMIT,
];

/** Whether money may have moved despite this failure of a payment: a lost answer, or a server without its database. */
export function mayHavePaid(failure: unknown): boolean {
  if (!(failure instanceof CallRefused)) return true;
  return failure.code === CODES.SYSTEM_ERROR || failure.code === CODES.TRY_AGAIN;
}

export function problemOf(failure: unknown): Problem {
  const isAnswer = failure instanceof CallRefused;
  if ((isAnswer || failure instanceof CallLost) && failure.handled) return { kind: 'reported' };
  if (!isAnswer) return { kind: 'again', failure };
  if (GOODS_CODES.includes(failure.code)) return { kind: 'goods', failure };
  switch (failure.code) {
    case CODES.IMAGE_CODE_REQUIRED:
    case CODES.WRONG_IMAGE_CODE:
      return { kind: 'picture', failure };
    case CODES.TOO_FREQUENT: {
      const ms = waitOf(failure.result);
      return ms === null ? { kind: 'again', failure } : { kind: 'wait', ms };
    }
    case CODES.PRICE_CHANGED:
      return { kind: 'price', total: totalOf(failure.result), gives: givesOf(failure.result) };
    case CODES.CHANNEL_UNAVAILABLE: {
      // `why` is compared with known words.
      const { why, max } = (failure.result as { why?: unknown; max?: unknown } | null) ?? {};
      return { kind: 'channel', why, max: Number(max) || 0 };
    }
    case CODES.PAYMENT_ANOMALY:
      return { kind: 'stopped' };
    case CODES.WRONG_STATE:
      return { kind: 'orderOver' };
    default:
      return { kind: 'again', failure };
  }
}

const CLOSINGS: ReadonlyMap<unknown, MessageId> = new Map([
  ['left', 'voucher.left'],
  ['waiting', 'voucher.most'],
  ['limited', 'voucher.limited'],
]);

/** The text for an unavailable method. @param why of a 20016 */
export function closingText(why: unknown, isCard: boolean): MessageId {
  return CLOSINGS.get(why) ?? (isCard ? 'card.unusable' : 'error.20016');
}

/** Reads `result.retry_after_ms` of a 10002; null: plain rate limit. */
function waitOf(result: unknown): number | null {
  // Verified by the next line.
  const { retry_after_ms: ms } = (result as { retry_after_ms?: unknown } | null) ?? {};
  return typeof ms === 'number' ? ms : null;
}

/** Reads `result.gives` of a 20017, echoed unchanged; null: only the price differs. */
function givesOf(result: unknown): unknown {
  // Only sent back to the server, which parses it.
  return (result as { gives?: unknown } | null)?.gives ?? null;
}

/** Reads `result.total` of a 20017. */
function totalOf(result: unknown): Money | null {
  // Verified by the next line.
  const { amount, currency } = (result as { total?: Partial<Money> | null } | null)?.total ?? {};
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null;
}
