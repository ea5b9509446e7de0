import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { enterToPlay, type BargainVisit } from './enter-bargain.ts';
import { showEntered } from './show-bargain.ts';
import { choosePack as saveChoice } from './queries.ts';
import { isBought } from './standing.ts';

/**
 * F07: the pack that is played for; another may be chosen until it is bought, and nothing is lost by it.
 * @throws Refusal NOT_IN_ACTIVITY_TIME, ALL_PACKS_BOUGHT, NO_SUCH_ITEM, NOT_PURCHASABLE for one that was bought
 */
export async function choosePack(
  ctx: Ctx,
  visit: BargainVisit,
  packId: string,
): Promise<CallResult<'bargainChoose'>> {
  const entered = await enterToPlay(ctx, visit);
  const { event, standing, coupon } = entered;
  const pack = standing.terms.packs.find(({ pack_id }) => pack_id === packId);
  if (pack === undefined) throw new Refusal('NO_SUCH_ITEM', { pack_id: packId });
  if (isBought(standing, pack)) throw new Refusal('NOT_PURCHASABLE', { pack_id: packId });
  await ctx.db.run(saveChoice, {
    playerId: visit.session.player_id,
    eventId: event.event_id,
    n: coupon.n,
    packId,
  });
  const chosen = { ...standing, coupon: { ...coupon, chosen: packId } };
  return showEntered(ctx, visit, { ...entered, standing: chosen });
}
