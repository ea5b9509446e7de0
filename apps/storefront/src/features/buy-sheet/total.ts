import type { Money } from '@webpay/contract/money';
import { sumOf, timesCount } from '../goods/money.ts';
import type { Line } from './lines.ts';

/** Sum of a purchase; null for none. */
export function totalOf(lines: readonly Line[]): Money | null {
  return sumOf(lines.map(({ goods, count }) => timesCount(goods.price, count)));
}
