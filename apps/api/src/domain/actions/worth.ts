import type { Sum } from '@webpay/contract/console/shapes';
import type { Project } from '../projects/catalogue-cache.ts';

/**
 * The worth of a sum in US dollars at the prices of its project, rounded up. Of several ratios the highest counts, so that
 * no sum looks smaller than it is.
 * @returns null: not known, because no product has a price in both currencies
 */
export function usdOf(
  project: { readonly products: Project['products'] } | null,
  { minor, currency }: Sum,
): Sum | null {
  if (currency === 'USD') return { minor, currency };
  let best: { readonly usd: number; readonly other: number } | null = null;
  for (const { prices } of project?.products.values() ?? []) {
    const usd = prices.get('USD') ?? 0;
    const other = prices.get(currency) ?? 0;
    if (usd <= 0 || other <= 0) continue;
    if (best === null || usd * best.other > best.usd * other) best = { usd, other };
  }
  if (best === null) return null;
  const other = BigInt(best.other);
  const worth = (BigInt(minor) * BigInt(best.usd) + other - 1n) / other;
  return { minor: Number(worth), currency: 'USD' };
}
