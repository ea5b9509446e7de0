import type { Ctx } from '../../../context.ts';
import type { MailAnswer } from '../../../games/port.ts';
import { findDueDeliveries, type DueDelivery } from '../../deliveries/find-due.ts';
import { retryDelayMs } from '../../deliveries/rules.ts';
import { endOf, type TryEnd } from '../../deliveries/send-delivery.ts';
import { mailOfReward } from './mail.ts';
import { dueRewards, recordReward, rewardPlaces, takeReward, type RewardToSend } from './sql.ts';

/** The rewards to send now, by the rules of deliveries: of every server as many as its game has room for. */
export function findDueRewards(
  ctx: Ctx,
  roomOf: (project: string) => number,
): Promise<readonly DueDelivery[]> {
  return findDueDeliveries(ctx, roomOf, { places: rewardPlaces, due: dueRewards });
}

/**
 * Sends the mail of one reward as `sendDelivery` sends goods that were bought: a lease, its own key at the game, the
 * answer recorded. What a game refuses for good, or for seven days, is an operator's: no money hangs on it.
 */
export async function sendReward(ctx: Ctx, rewardId: string): Promise<void> {
  const reward = await ctx.db.maybe(takeReward, { id: rewardId, realNow: ctx.clock.real() });
  if (reward === null) return;
  const project = ctx.catalogue.project(reward.project);
  const answer: MailAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.sendMail(project.gameAddress, mailOfReward(reward, project));
  await record(ctx, reward, endOf(ctx, reward, answer));
}

async function record(ctx: Ctx, reward: RewardToSend, end: TryEnd): Promise<void> {
  const recorded = await ctx.db.run(recordReward, {
    id: reward.id,
    tries: reward.attempts,
    state: end.state,
    reason: end.reason,
    nextTryAt: new Date(
      ctx.clock.real().getTime() + retryDelayMs(reward.refused + 1, ctx.config.waitScale.pauses),
    ),
    mailId: end.mailId,
    now: ctx.clock.now(),
    refusedWhy: end.why,
  });
  if (recorded === 0) return;
  ctx.metrics.deliveries.inc({ outcome: end.reason ?? end.state });
  if (end.state !== 'rejected') return;
  const { id, project, event_id: event, kind } = reward;
  ctx.metrics.alerts.inc({ kind: 'reward_rejected' });
  ctx.log.error(
    { alarm: 'reward_rejected', reward: id, project, event, kind, why: end.why },
    'alarm',
  );
}
