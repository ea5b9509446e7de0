import type { Ctx } from '../../../context.ts';
import { drawNumber } from './draw.ts';

type Weighted = { readonly weight: number };

type Range = { readonly from: number; readonly to: number };

/** F08: draws on the server. For operators: `number` is in range `index`; ranges exclude `to`. */
export function spinWheel(ctx: Pick<Ctx, 'randomBytes'>, prizes: readonly Weighted[]) {
  const ranges = rangesOf(prizes);
  const total = sumOf(prizes);
  const number = drawNumber(ctx, total);
  return { ranges, total, number, index: prizeAt(ranges, number) };
}

/** Consecutive ranges from 0, each as long as its prize's weight. */
export function rangesOf(prizes: readonly Weighted[]): readonly Range[] {
  return prizes.map(({ weight }, index) => {
    const from = sumOf(prizes.slice(0, index));
    return { from, to: from + weight };
  });
}

export function prizeAt(ranges: readonly Range[], number: number): number {
  return ranges.findIndex(({ from, to }) => from <= number && number < to);
}

/** Odds of each prize in per cent, to four digits. */
export function oddsOf(prizes: readonly Weighted[]): readonly number[] {
  const total = sumOf(prizes);
  return prizes.map(({ weight }) => Number(((weight * 100) / total).toFixed(4)));
}

function sumOf(prizes: readonly Weighted[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0);
}
