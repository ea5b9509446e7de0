import type { Goods } from '@webpay/contract/calls';

/** The products the player is about to buy, one piece of each, in the order they were chosen. */
export type Selection = readonly string[];

/** The most of one item that one purchase may hold where the item itself sets no limit. */
const MOST = 99;

/** A tap on a card: selects it or takes it back. Only a cart holds several (`several`). */
export function pressed(selection: Selection, productId: string, several: boolean): Selection {
  if (selection.includes(productId)) return selection.filter((each) => each !== productId);
  return several ? [...selection, productId] : [productId];
}

export function isForSale(goods: Goods): boolean {
  return goods.state === 'available';
}

/** R17: a weekly card is sold on a page of its own. */
export function isElsewhere(goods: Pick<Goods, 'kind'>): boolean {
  return goods.kind === 'card';
}

/** How many of it may be bought in one purchase now. */
export function mostOf(goods: Goods): number {
  return goods.limit === null ? MOST : Math.max(1, Math.min(goods.limit.left, MOST));
}

/** The goods of a selection; what the list no longer sells falls away. */
export function chosenGoods(selection: Selection, list: readonly Goods[]): readonly Goods[] {
  return selection
    .map((id) => list.find((each) => each.product_id === id))
    .filter((goods) => goods !== undefined)
    .filter(isForSale);
}

/** Returning players find their last purchase chosen already; newcomers nothing. */
export function firstSelection(lastBought: string | null): Selection {
  return lastBought === null ? [] : [lastBought];
}

export const ALL = 'all';

/** Whether a category's chip leaves it in the grid. */
export function isIn(category: string, goods: Goods): boolean {
  return category === ALL || goods.category === category;
}

export function inCategory(list: readonly Goods[], category: string): readonly Goods[] {
  return list.filter((each) => isIn(category, each));
}
