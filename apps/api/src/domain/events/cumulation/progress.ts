import { dayOf, type Day } from '../days.ts';
import type { CumulationRules, Task, TaskKind } from './rules.ts';

/** Pure rules of cumulative top-ups: points, days and claimable rewards (F09). */

/** An order paid inside the window and not fully refunded. */
export type PaidOrder = {
  /** Price of its goods in US cents; null: no dollar price, so it brings a day but no points. */
  readonly usd_minor: number | null;
  readonly paid_at_ms: number;
  /** Captured and returned amounts in the payment's currency. */
  readonly captured_minor: number;
  readonly back_minor: number;
};

/** A claimed reward, with its goal at that time. */
export type Claimed = {
  readonly task_id: string;
  readonly kind: TaskKind;
  readonly day: Day;
  readonly goal: number;
};

export type Gathered = Readonly<Record<TaskKind, number>>;

export type Progress = {
  readonly gathered: Gathered;
  readonly tasks: readonly {
    readonly task: Task;
    /** At most the goal. */
    readonly progress: number;
    readonly state: 'open' | 'claimable' | 'claimed';
  }[];
};

/** Progress on the UTC day `today`; rewards are claimable only while the event runs. */
export function progressOf(
  { points_per_usd: pointsPerUsd, tasks }: CumulationRules,
  {
    orders,
    claimed,
  }: { readonly orders: readonly PaidOrder[]; readonly claimed: readonly Claimed[] },
  { today, isRunning }: { readonly today: Day; readonly isRunning: boolean },
): Progress {
  const all = gathered(orders, claimed, pointsPerUsd, today);
  return {
    gathered: all,
    tasks: tasks.map((task) => {
      const { kind, goal } = task;
      // A claimed task stays claimed when its goal changes.
      if (isClaimed(task, claimed, today)) return { task, progress: goal, state: 'claimed' };
      const isReached = isRunning && all[kind] >= goal;
      const progress = Math.min(all[kind], goal);
      return { task, progress, state: isReached ? 'claimable' : 'open' };
    }),
  };
}

/** At least the highest claimed goal of the kind: top-ups after a refund first make up for it. */
export function gathered(
  orders: readonly PaidOrder[],
  claimed: readonly Claimed[],
  pointsPerUsd: number,
  today: Day,
): Gathered {
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

function isClaimed(task: Task, claimed: readonly Claimed[], today: Day): boolean {
  return claimed.some(
    (each) => each.task_id === task.task_id && (task.kind !== 'daily' || each.day === today),
  );
}
