import type { Location } from 'react-router';

/** Place of the list in the history, kept in the entry's state. */
export type ListPlace = {
  /** Names the reading: the drawer keeps it, a new filter or page begins another. */
  readonly visit: string;
  /** Cursors of the pages before this one; "" is the newest. */
  readonly trail: readonly string[];
};

/** Only this screen writes the state of its entries. */
export function placeOf({ key, state }: Location): ListPlace {
  const kept = state as Partial<ListPlace> | null;
  return { visit: kept?.visit ?? key, trail: kept?.trail ?? [] };
}
