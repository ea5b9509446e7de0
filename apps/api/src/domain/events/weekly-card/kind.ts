import { dayOf } from '../days.ts';
import { eventKind, rulesOf } from '../kind.ts';
import { cardsOf } from './cards-of.ts';
import { cardPurchases } from './queries.ts';
import { cardFile, cardRules, type CardRules } from './rules.ts';

/** F10: a card with instant and daily contents and a top-up bonus while it is active. */
export const weeklyCard = eventKind({
  kind: 'card',
  file: cardFile,
  screen: '/activity/card',
  glance: async (ctx, { session, event }) => {
    const now = ctx.clock.now();
    const purchases = await ctx.db.many(cardPurchases, { playerId: session.player_id });
    const owned = await cardsOf(ctx.db, session.player_id, purchases, now);
    const unclaimed = rulesOf(event, cardRules).cards.filter(
      ({ card_id }) => owned.get(card_id)?.claimed.includes(dayOf(now)) === false,
    );
    return { ready: unclaimed.length };
  },
  read: async (given, reader): Promise<CardRules> => ({
    cards: given.cards.map((each) => {
      reader.product(each.product_id, 'card');
      return { ...each, daily: each.daily.map(reader.item) };
    }),
  }),
});
