/** Columns of tablets and wide screens; phones have half as many. */
const COLUMNS = 4;

/** Puts the game of the last visit first and keeps the others' order. */
export function lastFirst<T extends { readonly code: string }>(
  tiles: readonly T[],
  last: string | null,
): readonly T[] {
  return [
    ...tiles.filter(({ code }) => code === last),
    ...tiles.filter(({ code }) => code !== last),
  ];
}

/** Returns how many tiles are two columns wide, at least one, so that the last row is full. */
export function doubleTiles(tiles: number): number {
  return Math.min(tiles, COLUMNS - (tiles % COLUMNS));
}
