import { dayOf } from '../days.ts';
import { eventKind, rulesOf, type EventKind } from '../kind.ts';
import { cardsOf } from './cards-of.ts';
import { cardPurchases } from './queries.ts';
import { cardFile, cardRules } from './rules.ts';

const hasCardReward: EventKind['hasSomething'] = async (ctx, { session, event }) => {
  const now = ctx.clock.now();
  const purchases = await ctx.db.many(cardPurchases, { playerId: session.player_id });
  const owned = await cardsOf(ctx.db, session.player_id, purchases, now);
  return rulesOf(event, cardRules).cards.some(({ card_id }) => {
    const card = owned.get(card_id) ?? null;
    return card !== null && !card.claimed.includes(dayOf(now));
  });
};

/** F10: a card with instant and daily contents and a top-up bonus while it is active. */
export const weeklyCard = eventKind({
  kind: 'card',
  file: cardFile,
  rules: cardRules,
  screen: '/activity/card',
  hasSomething: hasCardReward,
  read: async (given, reader) => ({
    cards: given.cards.map((each) => {
      reader.product(each.product_id, 'card');
      return { ...each, daily: each.daily.map(reader.item) };
    }),
  }),
});
