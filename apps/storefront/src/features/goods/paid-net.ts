import { fromMinor, type Money, toMinor } from '@webpay/contract/money';

/** Amount paid minus the refunded part. */
export function paidNet(total: Money, refunded: Money): Money {
  return fromMinor(toMinor(total) - toMinor(refunded), total.currency);
}
