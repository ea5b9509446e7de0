import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { Refusal } from '../../../errors.ts';
import { giveReward } from '../give-reward.ts';
import { enterToPlay, type BargainPlay } from './enter-bargain.ts';
import { showEntered } from './show-bargain.ts';
import { insertStep } from './queries.ts';
import { doneToday, isLowest, withPriceCut } from './progress.ts';
import { spinWheel } from './wheel.ts';

/**
 * F08: one spin a player and UTC day, drawn by the odds of the coupon. Its row stores the draw and
 * the reduction; goods follow by mail, in the same transaction.
 * @throws Refusal MINIMUM_REACHED, NO_SPINS_LEFT, and those of enterToPlay
 */
export async function spinDaily(ctx: Ctx, visit: BargainPlay): Promise<CallResult<'bargainSpin'>> {
  const entered = await enterToPlay(ctx, visit);
  const { event, progress, coupon } = entered;
  if (isLowest(progress, visit.currency)) throw new Refusal('MINIMUM_REACHED');
  if (doneToday(progress, 'spin') !== null) throw new Refusal('NO_SPINS_LEFT');
  const draw = spinWheel(ctx, progress.terms.wheel);
  const prize = progress.terms.wheel[draw.index];
  if (prize === undefined) throw new Error(`a wheel without a prize at ${draw.index}`);
  const { player_id: playerId } = visit.session;
  const { event_id: eventId } = event;
  const step = {
    n: coupon.n,
    task: 'spin' as const,
    day: progress.today,
    lowersMinor: prize.lowers_minor,
    prizeIndex: draw.index,
  };
  const write = async (on: Db | Tx) => {
    const values = { playerId, eventId, ...step, draw, now: ctx.clock.now() };
    const made = await on.maybe(insertStep, values);
    if (made === null) throw new Refusal('NO_SPINS_LEFT');
  };
  const { item } = prize;
  if (item === null) await write(ctx.db);
  else {
    await ctx.db.transaction(async (tx) => {
      await write(tx);
      await giveReward(ctx, tx, {
        playerId,
        eventId,
        kind: 'wheel',
        taskId: 'spin',
        day: progress.today,
        goal: null,
        lang: visit.lang,
        mail: 'reward',
        eventTitle: event.data.title,
        items: [item],
      });
    });
  }
  const info = await showEntered(ctx, visit, {
    ...entered,
    progress: withPriceCut(progress, step),
  });
  return { ...info, prize_index: draw.index };
}
