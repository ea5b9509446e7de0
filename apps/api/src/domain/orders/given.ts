import type { SoldItem } from './columns.ts';

type Sold = Pick<SoldItem, 'contents' | 'bonus' | 'doubled'>;
type GivenLine = { readonly count: number; readonly sold: Sold };

/** Pieces that a line gives: those paid for, and of a first purchase one more (docs/decisions/0050). */
function piecesGiven({ count, sold }: GivenLine): number {
  return sold.doubled === true ? count + 1 : count;
}

/** The items that a line gives: contents, then bonus. */
export function itemsGiven(line: GivenLine) {
  const { contents, bonus } = line.sold;
  const pieces = piecesGiven(line);
  return (bonus === null ? contents : [...contents, bonus]).map((item) => ({
    ...item,
    count: item.count * pieces,
  }));
}

/** Their counts alone, in the same order. */
export const givenCounts = (line: GivenLine): number[] =>
  itemsGiven(line).map(({ count }) => count);
