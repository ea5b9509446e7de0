import { showCards, type CardVisit } from '../../domain/events/weekly-card/card-info.ts';
import { claimCard } from '../../domain/events/weekly-card/claim-card.ts';
import { findCardSession, type CardSession } from '../../domain/events/weekly-card/card-session.ts';
import { countryOf } from './country.ts';
import { route, type StoreCall, type StoreRoutes } from './route.ts';

/** F10: the weekly card. It is bought by order/create with source `card`. */
export function registerCardCalls(routes: StoreRoutes): void {
  route(routes, 'cardInfo', (ctx, call) => showCards(ctx, visitOf(call)), findCardSession);

  route(
    routes,
    'cardClaim',
    (ctx, call) => claimCard(ctx, { ...visitOf(call), cardId: call.input.card_id }),
    findCardSession,
  );
}

type CardCall = StoreCall<'cardInfo', CardSession> | StoreCall<'cardClaim', CardSession>;

function visitOf(call: CardCall): CardVisit {
  const { project, session, lang } = call;
  return { project, session, lang, country: countryOf(call) };
}
