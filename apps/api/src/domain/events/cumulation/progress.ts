import { dayOf, type Day } from '../days.ts';
import type { CumulationRules, Task, TaskKind } from './rules.ts';

/** What of cumulative top-ups needs no database: points, days, and which rewards can be claimed for them (F09). */

/** An order that was paid inside the window and still stands. */
export type PaidOrder = {
  /** What its goods cost in US cents; null: they have no dollar price, and bring a day but no points. */
  readonly usd_minor: number | null;
  readonly paid_at_ms: number;
  /** In the payment's own currency: what was taken, and what of it went back. */
  readonly captured_minor: number;
  readonly back_minor: number;
};

/** A reward that was claimed, with the goal that stood for it then. */
export type Claimed = {
  readonly task_id: string;
  readonly kind: TaskKind;
  readonly day: Day;
  readonly goal: number;
};

/** What a player has gathered for each kind of task. */
export type Gathered = Readonly<Record<TaskKind, number>>;

export type Progress = {
  readonly gathered: Gathered;
  readonly tasks: readonly {
    readonly task: Task;
    /** Never beyond its goal. */
    readonly progress: number;
    readonly state: 'open' | 'claimable' | 'claimed';
  }[];
};

/** How far a player is on the UTC day `today`; nothing can be claimed of an event that does not run. */
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
      // What was claimed stays so, whatever its goal has become since.
      if (isClaimed(task, claimed, today)) return { task, progress: goal, state: 'claimed' };
      const isReached = isRunning && all[kind] >= goal;
      const progress = Math.min(all[kind], goal);
      return { task, progress, state: isReached ? 'claimable' : 'open' };
    }),
  };
}

/**
 * Points, days and the points of `today`: what the orders bring, and never less than the highest goal that was
 * claimed of the kind, of daily ones today. So what is bought after a refund first fills up what went back.
 */
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
  const kept = (kind: TaskKind) =>
    claimed
      .filter((each) => each.kind === kind && (kind !== 'daily' || each.day === today))
      .reduce((highest, { goal }) => Math.max(highest, goal), 0);
  return {
    points: Math.max(points, kept('points')),
    days: Math.max(days.size, kept('days')),
    daily: Math.max(daily, kept('daily')),
  };
}

/**
 * Whole points of one order; what went back in part takes its share along. Counted in big integers: rupiahs times
 * points are beyond what a float holds.
 */
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
