import * as v from 'valibot';
import { count, id } from '../kind.ts';
import { atLeastOne } from '../../projects/catalogue-shape.ts';
import { givenItem } from '../../projects/project-data.ts';

const task = <R extends v.GenericSchema>(reward: R) => ({
  task_id: id,
  /** Points, different days with a top-up, points of one day. */
  kind: v.picklist(['points', 'days', 'daily']),
  goal: count,
  rewards: atLeastOne(reward),
});

/** The event's part of `events.yaml`. */
export const cumulationFile = v.strictObject({
  points_per_usd: count,
  tasks: atLeastOne(v.strictObject(task(v.strictObject({ item_id: id, count })))),
});

export const cumulationRules = v.object({
  points_per_usd: v.number(),
  tasks: v.array(v.object(task(givenItem))),
});
export type CumulationRules = v.InferOutput<typeof cumulationRules>;
export type Task = CumulationRules['tasks'][number];
export type TaskKind = Task['kind'];
