import { eventKind } from '../kind.ts';
import { hasReward } from './has-reward.ts';
import { cumulationFile, cumulationRules } from './rules.ts';

/** F09: rewards for what is topped up while it runs, by points, by days, and by the points of a day. */
export const cumulation = eventKind({
  kind: 'cumulation',
  file: cumulationFile,
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
