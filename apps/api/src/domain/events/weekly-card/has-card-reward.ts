import { dayOf } from '../days.ts';
import { rulesOf, type EventKind } from '../kind.ts';
import { cardsOf } from './cards-of.ts';
import { cardRules } from './rules.ts';
import { cardPurchases } from './queries.ts';

/** Whether a card of the event is active and today's reward of it was not claimed. */
export const hasCardReward: EventKind['hasSomething'] = async (ctx, { session, event }) => {
  const now = ctx.clock.now();
  const purchases = await ctx.db.many(cardPurchases, { playerId: session.player_id });
  const owned = await cardsOf(ctx.db, session.player_id, purchases, now);
  return rulesOf(event, cardRules).cards.some(({ card_id }) => {
    const mine = owned.get(card_id) ?? null;
    return mine !== null && !mine.claimed.includes(dayOf(now));
  });
};
