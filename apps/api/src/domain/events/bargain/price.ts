import { exponentOf } from '@webpay/contract/money';
import { Refusal } from '../../../errors.ts';
import type { PackTerms } from './rules.ts';

/** Prices of a pack in one currency, minor units. */
export type PackPrice = {
  readonly original: number;
  readonly minimum: number;
  readonly price: number;
};

/** Currencies with decimals that gateways charge in whole units (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['COP', 'HUF', 'IDR', 'PKR', 'TWD'];
/**
 * A price has at least this many steps, except where its smallest payable unit is larger. Fewer where people pay
 * without decimals, because their steps are coarse: ₩100, ¥10, Rp 1.000 (docs/decisions/0051-local-price-steps.md).
 */
const MIN_STEPS = { whole: 150, decimal: 300 };

/**
 * Price of a pack after all reductions (US cents). Every currency reaches its minimum with the
 * dollar price. Each reduction is rounded by itself, so a further one never raises the price.
 * @throws Refusal NO_PRICE for a currency without a price
 */
export function packPrice(pack: PackTerms, currency: string, parts: readonly number[]): PackPrice {
  const original = priceOf(pack, currency);
  const minimum = minimumPrice(pack, currency);
  const off = parts.reduce((sum, part) => sum + partIn(pack, currency, part), 0);
  const price = isAtMinimum(pack, parts) ? minimum : Math.max(minimum, original - off);
  return { original, minimum, price };
}

/** @throws Refusal NO_PRICE */
export function minimumPrice(pack: PackTerms, currency: string): number {
  return scaled(pack, currency, pack.min_minor, 'up');
}

/** Converts a dollar reduction to another currency, rounded down. @throws Refusal NO_PRICE */
export function partIn(pack: PackTerms, currency: string, usdMinor: number): number {
  return scaled(pack, currency, usdMinor, 'down');
}

/** Converts a dollar amount, rounded up. @throws Refusal NO_PRICE */
export function atLeastIn(pack: PackTerms, currency: string, usdMinor: number): number {
  return scaled(pack, currency, usdMinor, 'up');
}

function isAtMinimum(pack: PackTerms, parts: readonly number[]): boolean {
  const off = parts.reduce((sum, part) => sum + part, 0);
  return priceOf(pack, 'USD') - off <= pack.min_minor;
}

/** Price step: as round as the price, payable at every gateway, with `MIN_STEPS` in the price. */
export function stepOf(price: number, currency: string): number {
  const isWhole = exponentOf(currency) === 0 || WHOLE_UNITS.includes(currency);
  const least = isWhole ? MIN_STEPS.whole : MIN_STEPS.decimal;
  let step = smallestPayable(currency);
  while (price % (step * 10) === 0 && step * 10 * least <= price) step *= 10;
  return step;
}

function smallestPayable(currency: string): number {
  const exponent = exponentOf(currency);
  if (WHOLE_UNITS.includes(currency)) return 10 ** exponent;
  return exponent === 3 ? 10 : 1;
}

/** Converts by the ratio of the pack's own prices, in big integers because sums exceed floats. */
function scaled(pack: PackTerms, currency: string, usdMinor: number, round: 'up' | 'down'): number {
  // Rules in cents are exact in dollars.
  if (currency === 'USD') return usdMinor;
  const price = priceOf(pack, currency);
  const step = BigInt(stepOf(price, currency));
  const amount = BigInt(usdMinor) * BigInt(price);
  const divisor = BigInt(priceOf(pack, 'USD')) * step;
  const steps = round === 'down' ? amount / divisor : (amount + divisor - 1n) / divisor;
  return Number(steps * step);
}

function priceOf(pack: PackTerms, currency: string): number {
  const price = pack.prices[currency];
  if (price === undefined) throw new Refusal('NO_PRICE', { product_id: pack.product_id });
  return price;
}
