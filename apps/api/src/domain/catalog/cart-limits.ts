import { toMinor } from '@webpay/contract/money';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';

export type CartLimits = {
  /** Pieces of all goods together. */
  readonly cartLimit: number;
  /** Whole US dollars. */
  readonly cartUsdLimit: number;
};

/** Limit for projects without a USD limit of their own (V05). */
const DEFAULT_USD_LIMIT = 1_000;

export function cartLimitsOf(
  project: Pick<Project, 'cart_limit' | 'cart_usd_limit' | 'use_usd_limit'>,
): CartLimits {
  return {
    cartLimit: project.cart_limit,
    cartUsdLimit: project.use_usd_limit ? project.cart_usd_limit : DEFAULT_USD_LIMIT,
  };
}

/** V05; goods without a USD price count as zero. @throws Refusal CART_FULL, CART_AMOUNT_LIMIT */
export function checkCartLimits(
  lines: readonly { readonly count: number; readonly usd_minor: number | null }[],
  { cartLimit, cartUsdLimit }: CartLimits,
): void {
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  if (count > cartLimit) throw new Refusal('CART_FULL', { max: cartLimit });
  const usdMinor = lines.reduce((sum, line) => sum + (line.usd_minor ?? 0) * line.count, 0);
  const limitMinor = toMinor({ amount: `${cartUsdLimit}.00`, currency: 'USD' });
  if (usdMinor > limitMinor) throw new Refusal('CART_AMOUNT_LIMIT', { max: cartUsdLimit });
}
