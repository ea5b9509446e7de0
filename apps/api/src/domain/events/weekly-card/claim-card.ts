import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { dayOf } from '../days.ts';
import { eventOfKind } from '../find-event.ts';
import { giveReward } from '../give-reward.ts';
import { rulesOf } from '../kind.ts';
import { showCards, type CardVisit } from './card-info.ts';
import { cardsOf, rewardsOf } from './cards-of.ts';
import { cardRules } from './rules.ts';

/**
 * F10: gives today's reward by the terms of the purchase, also after the event.
 * @throws Refusal NO_SUCH_ITEM for an unknown card, NOT_CLAIMABLE for an expired one,
 * ALREADY_CLAIMED, and those of showCards
 */
export async function claimCard(
  ctx: Ctx,
  visit: CardVisit & { readonly cardId: string },
): Promise<CallResult<'cardClaim'>> {
  const { project, session, cardId } = visit;
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'card', now);
  const owned = await cardsOf(ctx.db, session.player_id, session.purchases, now);
  const card = owned.get(cardId) ?? null;
  if (card === null) {
    const isKnown =
      owned.has(cardId) ||
      rulesOf(event, cardRules).cards.some(({ card_id }) => card_id === cardId);
    throw new Refusal(isKnown ? 'NOT_CLAIMABLE' : 'NO_SUCH_ITEM');
  }
  const isGiven = await giveReward(ctx, ctx.db, {
    playerId: session.player_id,
    eventId: rewardsOf(cardId),
    kind: 'card',
    taskId: cardId,
    day: dayOf(now),
    goal: null,
    lang: visit.lang,
    mail: 'reward',
    eventTitle: event.data.title,
    items: card.purchase.daily,
  });
  if (!isGiven) throw new Refusal('ALREADY_CLAIMED');
  return showCards(ctx, visit);
}
