import type { Goods } from '@webpay/contract/calls';
import { isForSale } from '../../goods/selection.ts';
import { type OrderLine, type RewardPoints, rewardProgress } from './reward-progress.ts';

const MOST = 4;

/**
 * Top-ups that bring an order nearer to the next reward. Those that reach it come first, with the fewest points;
 * then the others, with the most.
 */
export function reachesReward(
  list: readonly Goods[],
  lines: readonly OrderLine[],
  path: RewardPoints,
): readonly Goods[] {
  const inOrder = new Set(lines.map(({ product_id }) => product_id));
  const { added: before } = rewardProgress(path, lines);
  return list
    .filter((each) => each.kind === 'topup' && isForSale(each))
    .filter(({ product_id }) => !inOrder.has(product_id))
    .map((goods) => {
      const { kind, added } = rewardProgress(path, [...lines, { ...goods, count: 1 }]);
      return { goods, added, isEnough: kind === 'earns' };
    })
    .filter(({ added }) => added > before)
    .toSorted((a, b) =>
      a.isEnough === b.isEnough
        ? (a.added - b.added) * (a.isEnough ? 1 : -1)
        : Number(b.isEnough) - Number(a.isEnough),
    )
    .slice(0, MOST)
    .map(({ goods }) => goods);
}
