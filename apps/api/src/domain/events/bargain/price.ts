import { exponentOf } from '@webpay/contract/money';
import { Refusal } from '../../../errors.ts';
import type { PackTerms } from './rules.ts';

/** What a pack costs a player in one currency, minor units. */
export type PackPrice = {
  readonly original: number;
  readonly minimum: number;
  readonly price: number;
};

/** Beside the currencies without decimals, gateways move these in whole units (payments.md §0). */
const WHOLE_UNITS: readonly string[] = ['COP', 'HUF', 'IDR', 'PKR', 'TWD'];
/** No coarser than so small a part of a price. */
const FINENESS = 1_000;

/**
 * A pack's price once all these parts (US cents) are off: in every currency exact, never below the minimum, and at the
 * minimum in dollars the minimum itself. What one part takes off depends on no other, so that no price ever rises.
 * @throws Refusal NO_PRICE for a currency in which it was never sold
 */
export function packPrice(pack: PackTerms, currency: string, parts: readonly number[]): PackPrice {
  const original = priceOf(pack, currency);
  const minimum = minimumPrice(pack, currency);
  const off = parts.reduce((sum, part) => sum + partIn(pack, currency, part), 0);
  const price = isAtMinimum(pack, parts) ? minimum : Math.max(minimum, original - off);
  return { original, minimum, price };
}

/** The least it is ever sold for. @throws Refusal NO_PRICE */
export function minimumPrice(pack: PackTerms, currency: string): number {
  return scaled(pack, currency, pack.min_minor, 'up');
}

/** What an amount off the pack's price in dollars is in another currency. @throws Refusal NO_PRICE */
export function partIn(pack: PackTerms, currency: string, usdMinor: number): number {
  return scaled(pack, currency, usdMinor, 'down');
}

/** The same for an amount that must not be understated. @throws Refusal NO_PRICE */
export function atLeastIn(pack: PackTerms, currency: string, usdMinor: number): number {
  return scaled(pack, currency, usdMinor, 'up');
}

function isAtMinimum(pack: PackTerms, parts: readonly number[]): boolean {
  const off = parts.reduce((sum, part) => sum + part, 0);
  return priceOf(pack, 'USD') - off <= pack.min_minor;
}

/**
 * The finest difference between two prices: as round as the pack's own price, but no coarser than a thousandth of it;
 * and nothing that no gateway can charge.
 */
export function stepOf(price: number, currency: string): number {
  let step = smallestPayable(currency);
  while (price % (step * 10) === 0 && step * 10 * FINENESS <= price) step *= 10;
  return step;
}

function smallestPayable(currency: string): number {
  const exponent = exponentOf(currency);
  if (WHOLE_UNITS.includes(currency)) return 10 ** exponent;
  return exponent === 3 ? 10 : 1;
}

/** Dollars follow the ratio of the pack's own prices; in whole numbers, because sums grow beyond what floats hold. */
function scaled(pack: PackTerms, currency: string, usdMinor: number, round: 'up' | 'down'): number {
  // What the rules say in cents is so to the cent.
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
