import { describe, expect, it } from 'vitest';
import {
  firstTab,
  inOrder,
  isAllClaimed,
  readyOf,
  ringPercent,
  sumOfRewards,
  type Task,
} from './task-view.ts';

const item = (name: string, count: number) => ({ name, count, image: `${name}.webp` });

function task(given: Partial<Task> & Pick<Task, 'task_id'>): Task {
  return { kind: 'points', goal: 100, progress: 0, state: 'open', rewards: [], ...given };
}

const TASKS: readonly Task[] = [
  task({ task_id: 'far', goal: 5000, progress: 3280 }),
  task({ task_id: 'done-small', goal: 500, progress: 500, state: 'claimed' }),
  task({ task_id: 'ready-small', goal: 2000, progress: 2000, state: 'claimable' }),
  task({ task_id: 'near', goal: 3500, progress: 3280 }),
  task({ task_id: 'ready-big', goal: 3000, progress: 3000, state: 'claimable' }),
  task({ task_id: 'done-big', goal: 1000, progress: 1000, state: 'claimed' }),
  task({ task_id: 'day', kind: 'daily', goal: 90, progress: 90, state: 'claimable' }),
  task({ task_id: 'days', kind: 'days', goal: 7, progress: 4 }),
];

describe('[F09] the tasks of a cumulation', () => {
  it('are ordered: claimable, then nearest, then claimed', () => {
    expect(inOrder(TASKS, 'points').map(({ task_id }) => task_id)).toEqual([
      'ready-big',
      'ready-small',
      'near',
      'far',
      'done-big',
      'done-small',
    ]);
    expect(inOrder(TASKS, 'days').map(({ task_id }) => task_id)).toEqual(['days']);
  });

  it('are counted as ready in total and by kind', () => {
    expect(readyOf(TASKS)).toHaveLength(3);
    expect(readyOf(TASKS, 'daily').map(({ task_id }) => task_id)).toEqual(['day']);
    expect(readyOf(TASKS, 'days')).toEqual([]);
  });

  it('open at the first kind with a ready task, else at the first kind', () => {
    expect(firstTab(TASKS)).toBe('points');
    expect(firstTab(TASKS.filter(({ kind }) => kind !== 'points'))).toBe('daily');
    expect(firstTab([task({ task_id: 'days', kind: 'days' })])).toBe('days');
    expect(firstTab([])).toBe('points');
  });

  it('are all claimed only when there is one and each is claimed', () => {
    expect(isAllClaimed(TASKS)).toBe(false);
    expect(isAllClaimed(TASKS.filter(({ state }) => state === 'claimed'))).toBe(true);
    expect(isAllClaimed([])).toBe(false);
  });
});

describe('[F09] the sum of rewards', () => {
  it('names each item once, largest count first', () => {
    const rewards = [[item('Bolt', 2), item('Gems', 30)], [item('Gems', 90)], [item('Bolt', 1)]];
    const tasks = rewards.map((each, at) => task({ task_id: String(at), rewards: each }));
    expect(sumOfRewards(tasks)).toEqual([item('Gems', 120), item('Bolt', 3)]);
    expect(sumOfRewards([])).toEqual([]);
  });
});

describe('[R16] the ring', () => {
  const at = (points: number, goals: readonly number[]): number =>
    ringPercent({ points, tasks: goals.map((goal) => task({ task_id: String(goal), goal })) });

  it.each([
    [0, [500, 1500], 0],
    [250, [500, 1500], 50],
    [500, [500, 1500], 33],
    [1500, [500, 1500], 100],
    [9000, [500, 1500], 100],
    [0, [], 100],
    [1, [10_000], 0],
  ] as const)('with %i points of %j is %i %% full', (points, goals, percent) => {
    expect(at(points, goals)).toBe(percent);
  });
});
