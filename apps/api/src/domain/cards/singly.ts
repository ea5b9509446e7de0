/** So many of an item, and what they cost. */
export type TopUp = { readonly item_id: string; readonly count: number; readonly minor: number };

/**
 * What so many of an item cost without the card: at the unit price of the best top-up that is not more than them;
 * null where none is that small. Rounded down, so that nothing looks dearer than it is.
 */
export function singlyMinor(
  wanted: { readonly item_id: string; readonly count: number },
  topUps: readonly TopUp[],
): number | null {
  const fitting = topUps.filter(
    ({ item_id, count }) => item_id === wanted.item_id && count > 0 && count <= wanted.count,
  );
  const costs = fitting.map(({ count, minor }) => Math.floor((minor * wanted.count) / count));
  return costs.length === 0 ? null : Math.min(...costs);
}
