import { prizeAt, rangesOf, totalWeight } from '@webpay/contract/odds';
import type { Ctx } from '../../../context.ts';
import { drawNumber } from './draw.ts';

/** F08: draws on the server. For operators: `number` is in range `index`; ranges exclude `to`. */
export function spinWheel(
  ctx: Pick<Ctx, 'randomBytes'>,
  prizes: readonly { readonly weight: number }[],
) {
  const ranges = rangesOf(prizes);
  const total = totalWeight(prizes);
  const number = drawNumber(ctx, total);
  return { ranges, total, number, index: prizeAt(ranges, number) };
}
