import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { currencyOfCountry } from '../../catalog/channels.ts';
import { dayEnd, dayOf, daysBetween, stateOf } from '../days.ts';
import { readNotices } from '../event-session.ts';
import { isOpenHere } from '../country.ts';
import { eventOfKind } from '../find-event.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { itemsIn, textsIn } from '../../projects/texts.ts';
import { offerOf, offersOf, type Offer, type Shop } from './card-offer.ts';
import { cardsOf, type CardSession, type OwnedCard } from './cards-of.ts';
import { cardsBeingPaid } from './queries.ts';

type Info = CallResult<'cardInfo'>;
type Shown = Info['cards'][number];

export type CardVisit = {
  readonly project: Project;
  readonly session: CardSession;
  readonly country: string;
  readonly lang: string;
};

/** F10: cards of the event and of the player. @throws Refusal NOT_IN_ACTIVITY_TIME, NO_PRICE */
export async function showCards(ctx: Ctx, visit: CardVisit): Promise<Info> {
  const { project, session, country, lang } = visit;
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'card', now);
  const state = stateOf(event, now);
  const text = textsIn(project, lang);
  const shop: Shop = { project, lang, currency: currencyOfCountry(project, country) };
  const offers = offersOf(event, shop);
  const mustCheckPaid = offers.some(({ again }) => again === 'refused');
  const [remind, owned, beingPaid] = await Promise.all([
    readNotices(ctx, session, event.event_id),
    cardsOf(ctx.db, session.player_id, session.purchases, now),
    mustCheckPaid && session.has_orders !== false
      ? ctx.db.many(cardsBeingPaid, { playerId: session.player_id, exceptOrderId: '' })
      : [],
  ]);
  const show = ({ onSale, ...offer }: Offer, isNamed: boolean): Shown => {
    const card = owned.get(offer.card_id) ?? null;
    const isTaken = card !== null || beingPaid.some((each) => each.product_id === offer.product_id);
    const isSold = isNamed && onSale && state === 'running' && isOpenHere(event);
    return {
      ...offer,
      can_buy: isSold && (offer.again === 'adds_days' || !isTaken),
      owned: card && {
        bought_at: card.boughtAt.getTime(),
        expires_at: card.expiresAt.getTime(),
        day: card.day,
        days: card.days,
        claimed_today: card.claimed.includes(dayOf(now)),
        claimed_days: card.claimed.map((day) => daysBetween(card.firstDay, day) + 1),
        daily: itemsIn(card.purchase.daily, text),
        boost_percent: card.purchase.boost_percent,
      },
    };
  };
  const view = (): Info => ({
    id: event.event_id,
    title: text(event.data.title),
    remind,
    starts_at: event.starts_at.getTime(),
    ends_at: event.ends_at.getTime(),
    day_ends_at: dayEnd(now).getTime(),
    state,
    cards: [
      ...offers.map((offer) => show(offer, true)),
      ...delistedCards(offers, owned, shop).map((offer) => show(offer, false)),
    ],
  });
  if (owned.size > 0 || beingPaid.length > 0) return view();
  return sharedView(event, `${dayOf(now)} ${state} ${lang} ${shop.currency} ${remind}`, view);
}

const sharedView = createSharedViews<Info>();

/** Active cards that the event no longer lists: their days are still given. */
function delistedCards(
  offers: readonly Offer[],
  owned: ReadonlyMap<string, OwnedCard | null>,
  shop: Shop,
): readonly Offer[] {
  return [...owned.values()].flatMap((card) =>
    card === null || offers.some(({ card_id }) => card_id === card.purchase.card_id)
      ? []
      : (offerOf({ ...card.purchase, again: 'refused' }, shop) ?? []),
  );
}
