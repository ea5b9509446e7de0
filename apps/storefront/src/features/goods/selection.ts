import type { Goods } from '@webpay/contract/calls';

/** Product ids to buy, one of each, in the order of choice. */
export type Selection = readonly string[];

/** Limit of one item in a purchase where the item sets none. */
const MOST = 99;

/** Selection after a tap on a card. Several goods need a cart (`several`). */
export function pressed(selection: Selection, productId: string, several: boolean): Selection {
  if (selection.includes(productId)) return selection.filter((each) => each !== productId);
  return several ? [...selection, productId] : [productId];
}

export function isForSale(goods: Goods): boolean {
  return goods.state === 'available';
}

/** A weekly card is sold on its own page (R17). */
export function isElsewhere(goods: Pick<Goods, 'kind'>): boolean {
  return goods.kind === 'card';
}

/** Highest count of an item in one purchase now. */
export function mostOf(goods: Goods): number {
  return goods.limit === null ? MOST : Math.max(1, Math.min(goods.limit.left, MOST));
}

/** Selected goods that the list still sells. */
export function chosenGoods(selection: Selection, list: readonly Goods[]): readonly Goods[] {
  return selection.flatMap((id) =>
    list.filter((each) => each.product_id === id && isForSale(each)),
  );
}

/** Preselects the last purchase of a returning player. */
export function firstSelection(lastBought: string | null): Selection {
  return lastBought === null ? [] : [lastBought];
}

export const ALL = 'all';

export function isIn(category: string, goods: Goods): boolean {
  return category === ALL || goods.category === category;
}

export function inCategory(list: readonly Goods[], category: string): readonly Goods[] {
  return list.filter((each) => isIn(category, each));
}
