import { dayOf, type Day } from '../days.ts';
import type { PlayerRecord } from './queries.ts';
import type { CumulationRules, Task, TaskKind } from './rules.ts';

/** Pure rules of cumulative top-ups: points, days and claimable rewards (F09). */

/** An order paid inside the window and not fully refunded. */
export type PaidOrder = PlayerRecord['orders'][number];
/** A claimed reward, with its goal at that time. */
export type Claimed = PlayerRecord['claimed'][number];
/** A task; `progress` is at most the goal. */
type TaskNow = {
  readonly task: Task;
  readonly progress: number;
  readonly state: 'open' | 'claimable' | 'claimed';
};

/** Progress on the UTC day `today`; rewards are claimable only while the event runs. */
export function progressOf(
  { points_per_usd: pointsPerUsd, tasks }: CumulationRules,
  { orders, claimed }: PlayerRecord,
  { today, isRunning }: { readonly today: Day; readonly isRunning: boolean },
) {
  const all = gathered(orders, claimed, pointsPerUsd, today);
  const taskNow = (task: Task): TaskNow => {
    const { task_id, kind, goal } = task;
    const isClaimed = claimed.some(
      (each) => each.task_id === task_id && (kind !== 'daily' || each.day === today),
    );
    // A claimed task stays claimed when its goal changes.
    if (isClaimed) return { task, progress: goal, state: 'claimed' };
    const isReached = isRunning && all[kind] >= goal;
    return { task, progress: Math.min(all[kind], goal), state: isReached ? 'claimable' : 'open' };
  };
  return { gathered: all, tasks: tasks.map(taskNow) };
}

/** At least the highest claimed goal of the kind: top-ups after a refund first make up for it. */
export function gathered(
  orders: readonly PaidOrder[],
  claimed: readonly Claimed[],
  pointsPerUsd: number,
  today: Day,
): Readonly<Record<TaskKind, number>> {
  let points = 0;
  let daily = 0;
  const days = new Set<Day>();
  for (const order of orders) {
    const day = dayOf(new Date(order.paid_at_ms));
    const brought = pointsOf(order, pointsPerUsd);
    points += brought;
    if (day === today) daily += brought;
    days.add(day);
  }
  const highestClaimed = (kind: TaskKind) =>
    claimed
      .filter((each) => each.kind === kind && (kind !== 'daily' || each.day === today))
      .reduce((highest, { goal }) => Math.max(highest, goal), 0);
  return {
    points: Math.max(points, highestClaimed('points')),
    days: Math.max(days.size, highestClaimed('days')),
    daily: Math.max(daily, highestClaimed('daily')),
  };
}

/** Points of one order, reduced by refunds; in big integers, because rupiahs exceed floats. */
export function pointsOf(order: PaidOrder, pointsPerUsd: number): number {
  const { usd_minor: usd, captured_minor: captured, back_minor: back } = order;
  if (usd === null || captured <= back) return 0;
  const worth = BigInt(usd) * BigInt(pointsPerUsd) * BigInt(captured - back);
  return Number(worth / (100n * BigInt(captured)));
}
