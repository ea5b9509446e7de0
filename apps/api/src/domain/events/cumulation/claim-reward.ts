import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { dayOf } from '../days.ts';
import { beginRound, type Seen } from '../country.ts';
import { runningEvent } from '../find-event.ts';
import { openCountries } from '../../projects/event-window.ts';
import { giveReward } from '../give-reward.ts';
import { rulesOf } from '../kind.ts';
import { progressOf } from './progress.ts';
import { cumulationRules } from './rules.ts';
import { showCumulation, type CumulationVisit } from './show-cumulation.ts';
import { lockPaidOrders, playerRecord } from './queries.ts';

/**
 * F09: gives the reward of a task once, or once a UTC day for a daily task.
 * @throws Refusal NOT_IN_ACTIVITY_TIME, NO_SUCH_ITEM, NOT_CLAIMABLE, ALREADY_CLAIMED, TRY_AGAIN
 */
export async function claimReward(
  ctx: Ctx,
  visit: CumulationVisit & { readonly seen: Seen },
  taskId: string,
): Promise<CallResult<'cumulationClaim'>> {
  const now = ctx.clock.now();
  const event = runningEvent(visit.project, 'cumulation', now);
  const rules = rulesOf(event, cumulationRules);
  const today = dayOf(now);
  const { event_id: eventId, starts_at: startsAt, ends_at: endsAt } = event;
  const playerId = visit.session.player_id;
  const counting = { playerId, startsAt, endsAt, countries: openCountries(event.windows) };
  await ctx.db.transaction(async (tx) => {
    await tx.many(lockPaidOrders, counting);
    const record = await tx.one(playerRecord, { ...counting, eventId });
    const { tasks } = progressOf(rules, record, { today, isRunning: true });
    const found = tasks.find(({ task }) => task.task_id === taskId);
    if (found === undefined) throw new Refusal('NO_SUCH_ITEM');
    if (found.state === 'claimed') throw new Refusal('ALREADY_CLAIMED');
    if (found.state === 'open') throw new Refusal('NOT_CLAIMABLE');
    await beginRound(ctx, tx, visit.session, event, visit.seen);
    const { kind, goal, rewards } = found.task;
    const isFirst = await giveReward(ctx, tx, {
      playerId,
      eventId,
      kind,
      taskId,
      day: kind === 'daily' ? today : dayOf(startsAt),
      goal,
      lang: visit.lang,
      mail: 'reward',
      eventTitle: event.data.title,
      items: rewards,
    });
    if (!isFirst) throw new Refusal('ALREADY_CLAIMED');
  });
  return showCumulation(ctx, visit);
}
