import { dayOf } from '../days.ts';
import { rulesOf, type EventKind } from '../kind.ts';
import { progressOf } from './progress.ts';
import { cumulationRules } from './rules.ts';
import { playerStanding } from './queries.ts';

/** Whether a reward can be claimed there now. */
export const hasReward: EventKind['hasSomething'] = async (ctx, { session, event }) => {
  const { player_id: playerId } = session;
  const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
  const standing = await ctx.db.one(playerStanding, { playerId, startsAt, endsAt, eventId });
  const at = { today: dayOf(ctx.clock.now()), isRunning: true };
  const { tasks } = progressOf(rulesOf(event, cumulationRules), standing, at);
  return tasks.some(({ state }) => state === 'claimable');
};
