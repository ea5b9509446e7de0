import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { enterToPlay, type BargainPlay } from './enter-bargain.ts';
import { showEntered } from './show-bargain.ts';
import { choosePack as saveChoice } from './queries.ts';
import { isBought } from './progress.ts';

/**
 * F07: chooses the pack to play for; the choice may change until the pack is bought.
 * @throws Refusal NO_SUCH_ITEM, NOT_PURCHASABLE for a bought pack, and those of enterToPlay
 */
export async function choosePack(
  ctx: Ctx,
  visit: BargainPlay,
  packId: string,
): Promise<CallResult<'bargainChoose'>> {
  const entered = await enterToPlay(ctx, visit);
  const { event, progress, coupon } = entered;
  const pack = progress.terms.packs.find(({ pack_id }) => pack_id === packId);
  if (pack === undefined) throw new Refusal('NO_SUCH_ITEM', { pack_id: packId });
  if (isBought(progress, pack)) throw new Refusal('NOT_PURCHASABLE', { pack_id: packId });
  await ctx.db.run(saveChoice, {
    playerId: visit.session.player_id,
    eventId: event.event_id,
    n: coupon.n,
    packId,
  });
  const chosen = { ...progress, coupon: { ...coupon, chosen: packId } };
  return showEntered(ctx, visit, { ...entered, progress: chosen });
}
