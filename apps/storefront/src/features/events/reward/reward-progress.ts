import type { CallResult } from '@webpay/contract/calls';
import { pointsOfUsd } from '@webpay/contract/points';
import type { EventItem } from '../Rewards.tsx';

export type RewardPoints = NonNullable<CallResult<'activityList'>[number]['reward_points']>;

/** A good and its number in an order that is not paid yet. */
export type OrderLine = { readonly product_id: string; readonly count: number };

export type RewardProgress = {
  /**
   * ready: rewards wait to be claimed · earns: the order reaches rewards · ahead: the next reward
   * is `count` points away · done: no reward is left
   */
  readonly kind: 'ready' | 'earns' | 'ahead' | 'done';
  /** Rewards, or points to go. */
  readonly count: number;
  /** Those of the highest goal. */
  readonly rewards: readonly EventItem[];
  /** Points that the order adds. */
  readonly added: number;
  /** Points after the order, at most `goal`. */
  readonly reached: number;
  readonly goal: number;
  /** Filled part of the bar in percent, before and after the order. */
  readonly before: number;
  readonly after: number;
};

/** Shows how far the next reward is, now and after an order of these lines. */
export function rewardProgress(path: RewardPoints, lines: readonly OrderLine[]): RewardProgress {
  const { points, goals } = path;
  const added = pointsOfOrder(path, lines);
  const total = points + added;
  const open = goals.filter(({ state }) => state === 'open');
  const earned = open.filter(({ goal }) => goal <= total);
  const ready = goals.filter(({ state }) => state === 'claimable');
  const next = open.find(({ goal }) => goal > total);
  const highest = goals.at(-1)?.goal ?? 0;
  const seen = (
    kind: RewardProgress['kind'],
    count: number,
    of: RewardPoints['goals'],
    goal: number,
  ): RewardProgress => ({
    kind,
    count,
    rewards: of.at(-1)?.rewards ?? [],
    added,
    reached: Math.min(total, goal),
    goal,
    before: percent(points, goal),
    after: percent(total, goal),
  });
  if (added > 0 && earned.length > 0) {
    return seen('earns', earned.length, earned, earned.at(-1)?.goal ?? highest);
  }
  if (added === 0 && ready.length > 0) {
    return seen('ready', ready.length, ready, ready.at(-1)?.goal ?? highest);
  }
  if (next) return seen('ahead', next.goal - total, [next], next.goal);
  if (ready.length > 0) return seen('ready', ready.length, ready, ready.at(-1)?.goal ?? highest);
  return seen('done', 0, [], highest);
}

/** Like the server, gives no points to an order with a good that has no dollar price. */
function pointsOfOrder(path: RewardPoints, lines: readonly OrderLine[]): number {
  let usdMinor = 0;
  for (const { product_id, count } of lines) {
    const price = path.usd_minor[product_id];
    if (price === undefined) return 0;
    usdMinor += price * count;
  }
  return pointsOfUsd(usdMinor, path.points_per_usd);
}

function percent(points: number, goal: number): number {
  return goal === 0 ? 100 : Math.min(100, (points / goal) * 100);
}
