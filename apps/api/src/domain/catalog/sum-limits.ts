import { toMinor } from '@webpay/contract/money';
import type { Config } from '../../config/config.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { cartLimitsOf } from './cart-limits.ts';

/** The most that a character may buy, in US cents (docs/decisions/0037). */
export type SumLimits = {
  readonly orderMinor: number;
  /** One UTC day of the shop's clock. */
  readonly dayMinor: number;
  /** Until a day after a character's first payment. */
  readonly firstDayMinor: number;
};

/** Orders of a character that are paid, may be paid, or can still be paid; US cents. */
export type BoughtSums = {
  readonly is_new: boolean;
  readonly of_day: number;
  /** All orders of a new character. */
  readonly of_first_day: number;
};

export type PassedLimit = {
  readonly limit: 'order' | 'day' | 'first_day';
  readonly maxMinor: number;
  readonly leftMinor: number;
};

const DEFAULT_ORDER_USD = 1_000;
const DEFAULT_DAY_USD = 10_000;
const DEFAULT_FIRST_DAY_USD = 3_000;

/** The most of one order in whole US dollars; by default never less than the cart holds. */
export function orderUsdLimitOf(
  project: Parameters<typeof cartLimitsOf>[0] & Pick<Project, 'order_usd_limit'>,
): number {
  return project.order_usd_limit ?? Math.max(DEFAULT_ORDER_USD, cartLimitsOf(project).cartUsdLimit);
}

/** By default the other limits stop no single order. */
export function sumLimitsOf(
  project: Pick<
    Project,
    | 'cart_limit'
    | 'cart_usd_limit'
    | 'use_usd_limit'
    | 'order_usd_limit'
    | 'day_usd_limit'
    | 'first_day_usd_limit'
  >,
  { mode, limitScale }: Pick<Config, 'mode' | 'limitScale'>,
): SumLimits {
  const order = orderUsdLimitOf(project);
  const day = project.day_usd_limit ?? Math.max(DEFAULT_DAY_USD, order);
  const firstDay =
    project.first_day_usd_limit ?? Math.min(Math.max(DEFAULT_FIRST_DAY_USD, order), day);
  // Load tests buy a lot with one character. Real money always has the limits of its catalogue.
  const scale = mode === 'production' ? 1 : Math.max(1, limitScale);
  return {
    orderMinor: cents(order),
    dayMinor: Math.floor(cents(day) * scale),
    firstDayMinor: Math.floor(cents(firstDay) * scale),
  };
}

function cents(dollars: number): number {
  return toMinor({ amount: `${dollars}.00`, currency: 'USD' });
}

/** The narrowest limit that an order of this sum exceeds; null: none. */
export function passedLimit(
  usdMinor: number,
  bought: BoughtSums,
  limits: SumLimits,
): PassedLimit | null {
  const rest = (limit: PassedLimit['limit'], maxMinor: number, usedMinor: number): PassedLimit => ({
    limit,
    maxMinor,
    leftMinor: Math.max(0, maxMinor - usedMinor),
  });
  const each = [
    rest('order', limits.orderMinor, 0),
    rest('day', limits.dayMinor, bought.of_day),
    ...(bought.is_new ? [rest('first_day', limits.firstDayMinor, bought.of_first_day)] : []),
  ];
  const [narrowest] = each
    .filter(({ leftMinor }) => usdMinor > leftMinor)
    .toSorted((a, b) => a.leftMinor - b.leftMinor);
  return narrowest ?? null;
}
