import type { CallResult, Goods } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../../context.ts';
import { stateOf } from '../days.ts';
import { eventOfKind } from '../find-event.ts';
import type { BargainVisit } from './enter-bargain.ts';
import { chosenPack, priceNow, readProgress } from './progress.ts';

type GoodsList = CallResult<'productLists'>;

/** R13: the event's packs at this player's prices; a pack that can be bought now is `available`. */
export async function listOffers(
  ctx: Ctx,
  visit: BargainVisit,
  list: GoodsList,
): Promise<GoodsList> {
  const { project, session, currency } = visit;
  if (!project.events.some(({ kind }) => kind === 'bargain')) {
    return { ...list, goods: list.goods.map(closed) };
  }
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'bargain', now);
  const progress = await readProgress(ctx, ctx.db, session, event);
  const chosen = stateOf(event, now) === 'running' ? chosenPack(progress) : null;
  const offer = (good: Goods): Goods => {
    const pack = progress.terms.packs.find(({ product_id }) => product_id === good.product_id);
    if (pack === undefined) return closed(good);
    const { price, minimum } = priceNow(progress, pack, currency);
    const priced = { ...good, price: fromMinor(price, currency) };
    return pack === chosen && price === minimum ? priced : closed(priced);
  };
  return { ...list, goods: list.goods.map(offer) };
}

function closed(good: Goods): Goods {
  return good.state === 'available' ? { ...good, state: 'not_on_sale' } : good;
}
