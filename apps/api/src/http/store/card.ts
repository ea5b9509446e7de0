import { showCards, type CardVisit } from '../../domain/cards/card-info.ts';
import { claimCard } from '../../domain/cards/claim-card.ts';
import { countryOf } from './country.ts';
import { route, type StoreCall, type StoreRoutes } from './route.ts';

/** F10: the weekly card. It is bought by order/create with source `card`. */
export function registerCardCalls(routes: StoreRoutes): void {
  route(routes, 'cardInfo', (ctx, call) => showCards(ctx, visitOf(call)));

  route(routes, 'cardClaim', (ctx, call) =>
    claimCard(ctx, { ...visitOf(call), cardId: call.input.card_id }),
  );
}

function visitOf(call: StoreCall<'cardInfo'> | StoreCall<'cardClaim'>): CardVisit {
  return {
    project: call.project,
    session: call.session,
    country: countryOf(call),
    lang: call.lang,
  };
}
