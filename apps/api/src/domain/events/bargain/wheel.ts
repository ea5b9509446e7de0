import type { Ctx } from '../../../context.ts';
import { drawNumber } from './draw.ts';

type Weighted = { readonly weight: number };

/** How a spin was drawn, for operators: `number` fell into the range of the prize at `index`; ranges end before `to`. */
export type WheelDraw = {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly total: number;
  readonly number: number;
  readonly index: number;
};

/** F08: the server draws, by weighted ranges. */
export function spinWheel(ctx: Pick<Ctx, 'randomBytes'>, prizes: readonly Weighted[]): WheelDraw {
  const ranges = rangesOf(prizes);
  const total = sumOf(prizes);
  const number = drawNumber(ctx, total);
  return { ranges, total, number, index: prizeAt(ranges, number) };
}

/** One range a prize, as long as its weight, one after the other from 0. */
export function rangesOf(prizes: readonly Weighted[]): WheelDraw['ranges'] {
  return prizes.map(({ weight }, index) => {
    const from = sumOf(prizes.slice(0, index));
    return { from, to: from + weight };
  });
}

export function prizeAt(ranges: WheelDraw['ranges'], number: number): number {
  return ranges.findIndex(({ from, to }) => from <= number && number < to);
}

/** How likely each prize is, in per cent, to four digits. */
export function oddsOf(prizes: readonly Weighted[]): readonly number[] {
  const total = sumOf(prizes);
  return prizes.map(({ weight }) => Number(((weight * 100) / total).toFixed(4)));
}

function sumOf(prizes: readonly Weighted[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0);
}
