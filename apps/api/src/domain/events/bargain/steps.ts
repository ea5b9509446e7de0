import { BARGAIN_TASKS, type BargainTask } from '@webpay/contract/activity-shapes';
import type { Day } from '../days.ts';

/** Something done that lowered the price. */
export type Step = {
  /** The coupon it was done with. */
  readonly n: number;
  readonly task: BargainTask;
  readonly day: Day;
  /** US cents. */
  readonly lowers_minor: number;
  /** Of a spin: where the wheel stopped. */
  readonly prize_index: number | null;
};

/** Reads a step as bargain/queries.ts writes it: `1 spin 2026-11-22 200 4`. @throws Error for anything else */
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
