import { BARGAIN_TASKS, type BargainTask } from '@webpay/contract/activity-shapes';
import type { Day } from '../days.ts';

/** An action that lowered the price. */
export type Step = {
  readonly n: number;
  readonly task: BargainTask;
  readonly day: Day;
  /** US cents. */
  readonly lowers_minor: number;
  /** Index of the wheel's prize, for a spin. */
  readonly prize_index: number | null;
};

/** Parses a step of queries.ts: `1 spin 2026-11-22 200 4`. @throws Error for anything else */
export function readStep(line: string): Step {
  const [n, name, day, lowers, prizeIndex] = line.split(' ');
  const task = BARGAIN_TASKS.find((each) => each === name);
  if (task === undefined || day === undefined) throw new Error(`not a step: ${line}`);
  return {
    n: Number(n),
    task,
    day,
    lowers_minor: Number(lowers),
    prize_index: prizeIndex === undefined ? null : Number(prizeIndex),
  };
}
