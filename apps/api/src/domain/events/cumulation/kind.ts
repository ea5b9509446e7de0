import { dayOf } from '../days.ts';
import { eventKind, rulesOf } from '../kind.ts';
import { progressOf } from './progress.ts';
import { playerRecord } from './queries.ts';
import { cumulationFile, cumulationRules, type CumulationRules } from './rules.ts';

/** F09: rewards for top-ups during the event, by points, by days, and by the points of a day. */
export const cumulation = eventKind({
  kind: 'cumulation',
  file: cumulationFile,
  screen: '/activity/cumulation',
  hasSomething: async (ctx, { session, event }) => {
    const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
    const playerId = session.player_id;
    const record = await ctx.db.one(playerRecord, { playerId, startsAt, endsAt, eventId });
    const at = { today: dayOf(ctx.clock.now()), isRunning: true };
    const { tasks } = progressOf(rulesOf(event, cumulationRules), record, at);
    return tasks.some(({ state }) => state === 'claimable');
  },
  read: async (given, reader): Promise<CumulationRules> => {
    const ids = given.tasks.map((each) => each.task_id);
    const repeated = ids.find((each, index) => ids.indexOf(each) !== index);
    if (repeated !== undefined) reader.refuse(repeated, 'stands there twice');
    return {
      points_per_usd: given.points_per_usd,
      tasks: given.tasks.map((each) => ({ ...each, rewards: each.rewards.map(reader.item) })),
    };
  },
});
