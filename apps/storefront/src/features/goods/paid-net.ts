import { fromMinor, type Money, toMinor } from '@webpay/contract/money';

/** What was paid in the end: of the order's total what has not gone back. */
export function paidNet(total: Money, refunded: Money): Money {
  return fromMinor(toMinor(total) - toMinor(refunded), total.currency);
}
