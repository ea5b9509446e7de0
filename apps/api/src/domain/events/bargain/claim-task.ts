import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { enterToPlay, type BargainPlay } from './enter-bargain.ts';
import { showEntered } from './show-bargain.ts';
import { insertStep } from './queries.ts';
import { doneToday, isEarned, isLowest, withPriceCut } from './progress.ts';

/**
 * S10: claims a task, which lowers the price once a UTC day; spins have their own call.
 * @throws Refusal MINIMUM_REACHED, ALREADY_CLAIMED, NOT_CLAIMABLE, and those of enterToPlay
 */
export async function claimTask(
  ctx: Ctx,
  visit: BargainPlay,
  task: BargainTask,
): Promise<CallResult<'bargainClaim'>> {
  const entered = await enterToPlay(ctx, visit);
  const { event, progress, coupon } = entered;
  if (isLowest(progress, visit.currency)) throw new Refusal('MINIMUM_REACHED');
  if (doneToday(progress, task) !== null) throw new Refusal('ALREADY_CLAIMED');
  if (!isEarned(progress, task)) throw new Refusal('NOT_CLAIMABLE');
  const { sign_in_minor: signIn, top_up: topUp } = progress.terms;
  const step = {
    n: coupon.n,
    task,
    day: progress.today,
    lowersMinor: task === 'sign_in' ? signIn : topUp.lowers_minor,
    prizeIndex: null,
  };
  const made = await ctx.db.maybe(insertStep, {
    playerId: visit.session.player_id,
    eventId: event.event_id,
    ...step,
    draw: null,
    now: ctx.clock.now(),
  });
  if (made === null) throw new Refusal('ALREADY_CLAIMED');
  return showEntered(ctx, visit, { ...entered, progress: withPriceCut(progress, step) });
}
