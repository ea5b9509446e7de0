import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Queries } from '../../platform/db/pool.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { worthOfOrder } from './queries.ts';

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

/** The worth of a sum at the prices of its project; without a price there, at the highest of any project. */
export function worthOfSum(
  { catalogue }: Pick<Ctx, 'catalogue'>,
  project: string | null,
  sum: Sum,
): Sum | null {
  const own = usdOf(project === null ? null : catalogue.project(project), sum);
  if (own !== null) return own;
  return catalogue.projects().reduce<Sum | null>((most, each) => {
    const there = usdOf(catalogue.project(each.code), sum);
    return larger(most, there);
  }, null);
}

/** The worth of an order's goods: what was paid, or their present prices when those are higher. */
export async function worthOfGoods(ctx: Ctx, db: Queries, orderId: string): Promise<Sum | null> {
  const {
    project: code,
    currency,
    total_minor: minor,
    items,
  } = await db.one(worthOfOrder, {
    orderId,
  });
  const paid = worthOfSum(ctx, code, { minor, currency });
  const products = ctx.catalogue.project(code)?.products;
  let goods = 0;
  for (const { product_id: id, count } of items) {
    const prices = products?.get(id)?.prices;
    const dollars = prices?.get('USD');
    const other = prices?.get(currency);
    const one =
      dollars ??
      (other === undefined ? 0 : worthOfSum(ctx, code, { minor: other, currency })?.minor);
    goods += count * (one ?? 0);
  }
  return larger(paid, goods === 0 ? null : { minor: goods, currency: 'USD' });
}

function larger(one: Sum | null, other: Sum | null): Sum | null {
  if (one === null || other === null) return one ?? other;
  return one.minor >= other.minor ? one : other;
}
