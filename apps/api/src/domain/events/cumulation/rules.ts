import * as v from 'valibot';
import { count, id } from '../kind.ts';
import { givenItem } from '../../projects/project-data.ts';

const task = <R extends v.GenericSchema>(reward: R) => ({
  task_id: id,
  /** Points, different days with a top-up, points of one day. */
  kind: v.picklist(['points', 'days', 'daily']),
  goal: count,
  rewards: v.pipe(v.array(reward), v.minLength(1)),
});

/** The event's part of `events.yaml`. */
export const cumulationFile = v.strictObject({
  points_per_usd: count,
  tasks: v.pipe(
    v.array(v.strictObject(task(v.strictObject({ item_id: id, count })))),
    v.minLength(1),
  ),
});

export const cumulationRules = v.object({
  points_per_usd: v.number(),
  tasks: v.array(v.object(task(givenItem))),
});
export type CumulationRules = v.InferOutput<typeof cumulationRules>;
export type Task = CumulationRules['tasks'][number];
export type TaskKind = Task['kind'];
