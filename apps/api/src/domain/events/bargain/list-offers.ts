import type { CallResult, Goods } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../../context.ts';
import { stateOf, eventOfKind } from '../find-event.ts';
import type { BargainVisit } from './enter-bargain.ts';
import { chosenPack, priceNow, readStanding } from './standing.ts';

type Shelf = CallResult<'productLists'>;

/** R13: the event's packs at the prices of this player; the one that can be bought now is `available`. */
export async function listOffers(ctx: Ctx, visit: BargainVisit, shelf: Shelf): Promise<Shelf> {
  const { project, session, currency } = visit;
  if (!project.events.some(({ kind }) => kind === 'bargain')) return notOnSale(shelf);
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'bargain', now);
  const standing = await readStanding(ctx, ctx.db, session, event);
  const chosen = stateOf(event, now) === 'running' ? chosenPack(standing) : null;
  const offer = (good: Goods): Goods => {
    const pack = standing.terms.packs.find(({ product_id }) => product_id === good.product_id);
    if (pack === undefined) return closed(good);
    const { price, minimum } = priceNow(standing, pack, currency);
    const priced = { ...good, price: fromMinor(price, currency) };
    return pack === chosen && price === minimum ? priced : closed(priced);
  };
  return { ...shelf, goods: shelf.goods.map(offer) };
}

function notOnSale(shelf: Shelf): Shelf {
  return { ...shelf, goods: shelf.goods.map(closed) };
}

function closed(good: Goods): Goods {
  return good.state === 'available' ? { ...good, state: 'not_on_sale' } : good;
}
