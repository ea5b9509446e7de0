/** Odds of a wheel: shared by the draw and by the pages that explain it. */

type Weighted = { readonly weight: number };

type Range = { readonly from: number; readonly to: number };

/** Consecutive ranges from 0, each as long as its prize's weight; ranges exclude `to`. */
export function rangesOf(prizes: readonly Weighted[]): readonly Range[] {
  return prizes.map(({ weight }, index) => {
    const from = totalWeight(prizes.slice(0, index));
    return { from, to: from + weight };
  });
}

/** Index of the prize whose range contains the number; -1: none does. */
export function prizeAt(ranges: readonly Range[], number: number): number {
  return ranges.findIndex(({ from, to }) => from <= number && number < to);
}

/** Odds of each prize in per cent, to four digits. */
export function oddsOf(prizes: readonly Weighted[]): readonly number[] {
  const total = totalWeight(prizes);
  return prizes.map(({ weight }) => Number(((weight * 100) / total).toFixed(4)));
}

export function totalWeight(prizes: readonly Weighted[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0);
}
