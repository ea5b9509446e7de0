import { fromMinor, type Money, toMinor } from '@webpay/contract/money';

/** Multiplies in whole minor units, never as a float. */
export function timesCount(price: Money, count: number): Money {
  return fromMinor(toMinor(price) * count, price.currency);
}

export function sameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.amount === b.amount;
}

/** Sum of prices in one currency; null for none or for mixed currencies. */
export function sumOf(prices: readonly Money[]): Money | null {
  const currency = prices[0]?.currency;
  if (currency === undefined || prices.some((each) => each.currency !== currency)) return null;
  return fromMinor(
    prices.reduce((sum, each) => sum + toMinor(each), 0),
    currency,
  );
}
