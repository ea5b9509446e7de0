import * as v from 'valibot';
import { eventKind, givenItem } from '../events/kind.ts';
import { hasReward } from './has-reward.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

const task = <R extends v.GenericSchema>(reward: R) => ({
  task_id: id,
  /** Points gathered, different days topped up, points of one day. */
  kind: v.picklist(['points', 'days', 'daily']),
  goal: count,
  rewards: v.pipe(v.array(reward), v.minLength(1)),
});

const file = v.strictObject({
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

/** F09: rewards for what is topped up while it runs, by points, by days, and by the points of a day. */
export const cumulation = eventKind({
  kind: 'cumulation',
  file,
  rules: cumulationRules,
  screen: '/activity/cumulation',
  hasSomething: hasReward,
  read: async (given, reader) => {
    const ids = given.tasks.map((each) => each.task_id);
    const twice = ids.find((each, index) => ids.indexOf(each) !== index);
    if (twice !== undefined) reader.refuse(twice, 'stands there twice');
    return {
      points_per_usd: given.points_per_usd,
      tasks: given.tasks.map((each) => ({ ...each, rewards: each.rewards.map(reader.item) })),
    };
  },
});
