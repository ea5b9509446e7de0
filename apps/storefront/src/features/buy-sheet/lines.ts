import type { Goods } from '@webpay/contract/calls';
import { isForSale } from '../goods/selection.ts';

/** One kind of goods in a purchase that has no character yet. */
export type Line = { readonly goods: Goods; readonly count: number };
export type Wanted = { readonly id: string; readonly count: number };

/** The choice, as far as the list still sells it. */
export function linesOf(wanted: readonly Wanted[], goods: readonly Goods[]): readonly Line[] {
  return wanted.flatMap(({ id, count }) =>
    goods
      .filter((each) => each.product_id === id && isForSale(each))
      .map((each) => ({ goods: each, count })),
  );
}

/** Choice after a press on a card. Several goods need a cart (`several`). */
export function pressedLine(
  wanted: readonly Wanted[],
  id: string,
  several: boolean,
): readonly Wanted[] {
  if (wanted.some((each) => each.id === id)) return wanted.filter((each) => each.id !== id);
  return several ? [...wanted, { id, count: 1 }] : [{ id, count: 1 }];
}

/** State of home's entry in the history: the purchase goes on as soon as the player may buy. */
export type Buying = { readonly buying: readonly Wanted[] };

export function buyingOf(state: unknown): readonly Wanted[] {
  if (typeof state !== 'object' || state === null || !('buying' in state)) return [];
  // Verified edge: only home writes it, as `Buying`.
  return Array.isArray(state.buying) ? (state.buying as Wanted[]) : [];
}
