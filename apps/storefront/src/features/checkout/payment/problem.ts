import { CODES } from '@webpay/contract/codes';
import type { Money } from '@webpay/contract/money';
import { CallLost, CallRefused } from '../../../api/failure.ts';

/** Failure to open an order, by the player's next step. */
export type Problem =
  /** 20017: no order was created; the player accepts or refuses the new price. */
  | { readonly kind: 'price'; readonly total: Money | null }
  /** 20016: this payment method is closed here. */
  | { readonly kind: 'channel' }
  /** 20004: only customer service helps. */
  | { readonly kind: 'stopped' }
  /** The goods cannot be bought like this: back to the place of choice. */
  | { readonly kind: 'goods'; readonly failure: CallRefused }
  /** The order of this key has ended: a new order is needed. */
  | { readonly kind: 'orderOver' }
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

export function problemOf(failure: unknown): Problem {
  const isAnswer = failure instanceof CallRefused;
  if ((isAnswer || failure instanceof CallLost) && failure.handled) return { kind: 'reported' };
  if (!isAnswer) return { kind: 'again', failure };
  if (GOODS_CODES.includes(failure.code)) return { kind: 'goods', failure };
  switch (failure.code) {
    case CODES.PRICE_CHANGED:
      return { kind: 'price', total: totalOf(failure.result) };
    case CODES.CHANNEL_UNAVAILABLE:
      return { kind: 'channel' };
    case CODES.PAYMENT_ANOMALY:
      return { kind: 'stopped' };
    case CODES.WRONG_STATE:
      return { kind: 'orderOver' };
    default:
      return { kind: 'again', failure };
  }
}

/** Reads `result.total` of a 20017. */
function totalOf(result: unknown): Money | null {
  // Verified by the next line.
  const { amount, currency } = (result as { total?: Partial<Money> | null } | null)?.total ?? {};
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null;
}
