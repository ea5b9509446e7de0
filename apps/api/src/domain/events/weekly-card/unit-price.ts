/** So many of an item, and what they cost. */
export type TopUp = { readonly item_id: string; readonly count: number; readonly minor: number };

/**
 * What so many of an item cost without the card: at the unit price of the best top-up that is not more than them;
 * null where none is that small. Rounded down, so that the card never looks better than it is, and to whole units of
 * a currency whose prices are whole.
 */
export function unitPriceMinor(
  wanted: { readonly item_id: string; readonly count: number },
  topUps: readonly TopUp[],
): number | null {
  const fitting = topUps.filter(
    ({ item_id, count }) => item_id === wanted.item_id && count > 0 && count <= wanted.count,
  );
  if (fitting.length === 0) return null;
  const grain = topUps.every(({ minor }) => minor % 100 === 0) ? 100 : 1;
  const costs = fitting.map(({ count, minor }) => (minor * wanted.count) / count);
  return Math.floor(Math.min(...costs) / grain) * grain;
}
