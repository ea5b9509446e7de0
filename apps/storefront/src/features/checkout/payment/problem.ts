import { CODES } from '@webpay/contract/codes';
import type { Money } from '@webpay/contract/money';
import { CallLost, CallRefused } from '../../../api/failure.ts';

/** Why an order could not be opened, by what the player can do about it. */
export type Problem =
  /** 20017: nothing was made; the player says whether the new price is fine. */
  | { readonly kind: 'price'; readonly total: Money | null }
  /** 20016: this way is closed here; the others are not. */
  | { readonly kind: 'channel' }
  /** 20004: customer service only. */
  | { readonly kind: 'stopped' }
  /** Not to be bought (any more), or not in the cart like this: back to where it was chosen. */
  | { readonly kind: 'goods'; readonly failure: CallRefused }
  /** The key's order is over: a new order. */
  | { readonly kind: 'orderOver' }
  /** Nothing can be charged: try again, or another way. */
  | { readonly kind: 'again'; readonly failure: unknown }
  /** The shell has told the player. */
  | { readonly kind: 'told' };

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
  if (failure instanceof CallLost) {
    return failure.handled ? { kind: 'told' } : { kind: 'again', failure };
  }
  if (!(failure instanceof CallRefused)) return { kind: 'again', failure };
  if (failure.handled) return { kind: 'told' };
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

/** `result.total` of 20017. */
function totalOf(result: unknown): Money | null {
  if (typeof result !== 'object' || result === null || !('total' in result)) return null;
  const { total } = result;
  if (typeof total !== 'object' || total === null) return null;
  if (!('amount' in total) || !('currency' in total)) return null;
  const { amount, currency } = total;
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null;
}
