import { fromMinor, type Money } from '@webpay/contract/money';
import type { Product, Project } from '../projects/catalogue-cache.ts';

/** A count of an item and its price. */
export type TopUp = { readonly item_id: string; readonly count: number; readonly minor: number };

type Given = { readonly item_id: string; readonly count: number };

/** A pack as a way to buy its items. */
export type Pack = { readonly contents: readonly Given[]; readonly minor: number };

/** The worth of a pack in one currency, where it is more than the price; null: no claim. */
export function packWorth(project: Project, product: Product, currency: string): Money | null {
  const price = product.prices.get(currency);
  if (product.kind !== 'pack' || price === undefined) return null;
  const others = [...project.products.values()].flatMap((other): Pack[] => {
    const minor = other.prices.get(currency);
    const isWay = other.kind === 'pack' && other.on_sale && other !== product;
    return isWay && minor !== undefined ? [{ contents: givenBy(other), minor }] : [];
  });
  const ways = { topUps: topUpsOf(project, currency), others };
  const minor = costOfContents(givenBy(product), ways);
  return minor !== null && minor > price ? fromMinor(minor, currency) : null;
}

/** Unlimited top-ups on sale, with their bonus. */
export function topUpsOf(project: Project, currency: string): TopUp[] {
  return [...project.products.values()].flatMap((product): TopUp[] => {
    const { contents, bonus } = product.data;
    const minor = product.prices.get(currency);
    const isOffered = product.kind === 'topup' && product.on_sale && product.limit_max === null;
    if (!isOffered || contents[0] === undefined || minor === undefined) return [];
    const { item_id, count } = contents[0];
    return [{ item_id, count: count + (bonus?.count ?? 0), minor }];
  });
}

/**
 * Lower bound of the cheapest way to buy a count of an item as top-ups: one that covers it, or smaller ones at the best
 * unit price. Rounded down; null: no top-up has the item.
 */
export function topUpCost(wanted: Given, topUps: readonly TopUp[]): number | null {
  const cost = exactCost(wanted, topUps);
  return cost === null ? null : roundDown(cost, topUps);
}

/**
 * Lower bound of the cheapest way to buy these contents: currency as top-ups, each other item by what another pack costs
 * beyond its currency, shared among that pack's items. Rounded down; null: an item is sold in no other way.
 */
export function costOfContents(
  contents: readonly Given[],
  { topUps, others }: { readonly topUps: readonly TopUp[]; readonly others: readonly Pack[] },
): number | null {
  const isCurrency = ({ item_id }: Given) => topUps.some((each) => each.item_id === item_id);
  const rates = new Map<string, number>();
  for (const item of contents.filter(isCurrency)) {
    rates.set(item.item_id, (exactCost(item, topUps) ?? 0) / item.count);
  }
  let sum = 0;
  for (const item of contents) {
    const rate = rates.get(item.item_id);
    const prices = others.flatMap((pack): number[] => {
      const held = pack.contents.find(({ item_id }) => item_id === item.item_id);
      if (held === undefined) return [];
      const currency = pack.contents.filter(isCurrency);
      const spent = currency.reduce(
        (all, { item_id, count }) => all + (rates.get(item_id) ?? 0) * count,
        0,
      );
      const rest = Math.max(0, pack.minor - spent) / (pack.contents.length - currency.length);
      return [rest / held.count];
    });
    if (rate === undefined && prices.length === 0) return null;
    sum += (rate ?? Math.min(...prices)) * item.count;
  }
  return roundDown(sum, topUps);
}

function exactCost({ item_id, count }: Given, topUps: readonly TopUp[]): number | null {
  const costs = topUps
    .filter((each) => each.item_id === item_id && each.count > 0)
    .map((each) => (each.count >= count ? each.minor : (each.minor * count) / each.count));
  return costs.length === 0 ? null : Math.min(...costs);
}

/** Whole units where every top-up has a whole price, such as NT$30. */
function roundDown(minor: number, topUps: readonly TopUp[]): number {
  const grain = topUps.every((each) => each.minor % 100 === 0) ? 100 : 1;
  return Math.floor(minor / grain + 1e-9) * grain;
}

function givenBy({ data: { contents, bonus } }: Product): readonly Given[] {
  return bonus === null ? contents : [...contents, bonus];
}
