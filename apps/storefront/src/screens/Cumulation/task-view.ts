import type { CallResult } from '@webpay/contract/calls';
import { sumByItem } from '../../features/events/sum-by-item.ts';
import type { EventItem } from '../../features/events/Rewards.tsx';

export type Cumulation = CallResult<'cumulationInfo'>;
export type Task = Cumulation['tasks'][number];
export type TaskKind = Task['kind'];

export const TASK_KINDS: readonly TaskKind[] = ['points', 'days', 'daily'];

const PLACES: Readonly<Record<Task['state'], number>> = { claimable: 0, open: 1, claimed: 2 };

/** Orders tasks: claimable first, highest goal on top; then the nearest; claimed last. */
export function inOrder(tasks: readonly Task[], kind: TaskKind): readonly Task[] {
  return tasks
    .filter((task) => task.kind === kind)
    .toSorted(
      (a, b) =>
        PLACES[a.state] - PLACES[b.state] ||
        (a.state === 'open' ? toGo(a) - toGo(b) : b.goal - a.goal),
    );
}

/** Orders the tasks of a kind as `before`, which lists them in an earlier state; new ones follow. */
export function inPlace(
  tasks: readonly Task[],
  before: readonly Task[],
  kind: TaskKind,
): readonly Task[] {
  const ids = before.map(({ task_id }) => task_id);
  const placeOf = ({ task_id }: Task) => {
    const place = ids.indexOf(task_id);
    return place < 0 ? ids.length : place;
  };
  return inOrder(tasks, kind).toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const toGo = ({ goal, progress }: Task) => Math.max(0, goal - progress);

export function readyOf(tasks: readonly Task[], kind?: TaskKind): readonly Task[] {
  return tasks.filter(
    (task) => task.state === 'claimable' && (kind === undefined || task.kind === kind),
  );
}

/** Sums the rewards of tasks, each item once, most first. */
export function sumOfRewards(tasks: readonly Task[]): readonly EventItem[] {
  return sumByItem(tasks.flatMap(({ rewards }) => rewards)).toSorted((a, b) => b.count - a.count);
}

/** Returns the ring's fill in percent: towards the next goal, 100 after the last. */
export function ringPercent({ points, tasks }: Pick<Cumulation, 'points' | 'tasks'>): number {
  const ahead = tasks.filter(({ kind, goal }) => kind === 'points' && goal > points);
  if (ahead.length === 0) return 100;
  return Math.round((points / Math.min(...ahead.map(({ goal }) => goal))) * 100);
}

export function isAllClaimed(tasks: readonly Task[]): boolean {
  return tasks.length > 0 && tasks.every(({ state }) => state === 'claimed');
}

/** Returns the first kind with a claimable task, else the first kind. */
export function firstTab(tasks: readonly Task[]): TaskKind {
  const kinds = TASK_KINDS.filter((kind) => tasks.some((task) => task.kind === kind));
  return kinds.find((kind) => readyOf(tasks, kind).length > 0) ?? kinds[0] ?? 'points';
}
