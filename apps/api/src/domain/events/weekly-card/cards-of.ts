import type { Db } from '../../../platform/db/pool.ts';
import { dayOf, type Day } from '../days.ts';
import { activeOn, type Active } from './span.ts';
import { cardPurchases, claimedDays, type CardPurchase } from './queries.ts';

export type OwnedCard = Active<CardPurchase> & {
  /** The days since its first on which its reward was claimed. */
  readonly claimed: readonly Day[];
};

/** How rewards name a card, whatever round of its event it was bought in. */
export function rewardsOf(cardId: string): string {
  return `card:${cardId}`;
}

/** The cards a player ever paid for, by id, as they are active now; null: its days are over. */
export function activeCards(
  purchases: readonly CardPurchase[],
  now: Date,
): ReadonlyMap<string, Active<CardPurchase> | null> {
  const today = dayOf(now);
  const byCard = Map.groupBy(purchases, ({ card_id }) => card_id);
  return new Map([...byCard].map(([cardId, own]) => [cardId, activeOn(own, today)]));
}

/** The same with the days that were claimed. */
export async function cardsOf(
  db: Db,
  playerId: number,
  purchases: readonly CardPurchase[],
  now: Date,
): Promise<ReadonlyMap<string, OwnedCard | null>> {
  const cards = [...activeCards(purchases, now)];
  const active = cards.flatMap(([cardId, card]) => (card === null ? [] : [{ cardId, card }]));
  const since = active.map(({ card }) => card.firstDay).toSorted()[0];
  const claimed =
    since === undefined
      ? []
      : await db.many(claimedDays, {
          playerId,
          eventIds: active.map(({ cardId }) => rewardsOf(cardId)),
          since,
        });
  const claimedOf = (cardId: string, from: Day) =>
    claimed
      .filter(({ event_id, day }) => event_id === rewardsOf(cardId) && day >= from)
      .map(({ day }) => day);
  return new Map(
    cards.map(([cardId, card]) => [
      cardId,
      card === null ? null : { ...card, claimed: claimedOf(cardId, card.firstDay) },
    ]),
  );
}

/** How many percent more every top-up brings a player now; several cards add up. */
export async function boostOf(db: Db, playerId: number, now: Date): Promise<number> {
  return sumOfBoosts(activeCards(await db.many(cardPurchases, { playerId }), now));
}

export function sumOfBoosts(cards: ReadonlyMap<string, Active<CardPurchase> | null>): number {
  return [...cards.values()].reduce((sum, card) => sum + (card?.purchase.boost_percent ?? 0), 0);
}
