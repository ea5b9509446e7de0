import type { Ctx } from '../../../context.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { dayOf, type Day } from '../days.ts';
import { findEventSession, type EventSession } from '../event-session.ts';
import { activeOn } from './span.ts';
import { cardPurchases, claimedDays, type CardPurchase } from './queries.ts';

export type CardSession = EventSession & { readonly purchases: readonly CardPurchase[] };

/** The session of a user token with its player's cards; null: unknown, ended or expired. */
export async function findCardSession(ctx: Ctx, token: string): Promise<CardSession | null> {
  const session = await findEventSession(ctx, token);
  if (session === null) return null;
  if (session.has_orders === false) return { ...session, purchases: [] };
  const purchases = await ctx.db.many(cardPurchases, { playerId: session.player_id });
  return { ...session, purchases };
}

type Active = NonNullable<ReturnType<typeof activeOn<CardPurchase>>>;

export type OwnedCard = Active & {
  /** Claimed days since its first. */
  readonly claimed: readonly Day[];
};

/** Name of a card in rewards, across the rounds of its event. */
export function rewardsOf(cardId: string): string {
  return `card:${cardId}`;
}

/** Cards a player paid for, by id, in their current state; null: expired. */
export function activeCards(
  purchases: readonly CardPurchase[],
  now: Date,
): ReadonlyMap<string, Active | null> {
  const today = dayOf(now);
  const byCard = Map.groupBy(purchases, ({ card_id }) => card_id);
  return new Map([...byCard].map(([cardId, own]) => [cardId, activeOn(own, today)]));
}

/** Active cards with their claimed days. */
export async function cardsOf(
  db: Db,
  playerId: number,
  purchases: readonly CardPurchase[],
  now: Date,
): Promise<ReadonlyMap<string, OwnedCard | null>> {
  const cards = [...activeCards(purchases, now)];
  const active = cards.flatMap(([cardId, card]) => (card === null ? [] : [{ cardId, card }]));
  const since = active.map(({ card }) => card.firstDay).toSorted()[0];
  const eventIds = active.map(({ cardId }) => rewardsOf(cardId));
  const claimed =
    since === undefined ? [] : await db.many(claimedDays, { playerId, eventIds, since });
  const claimedOf = (cardId: string, from: Day) =>
    claimed
      .filter(({ event_id, day }) => event_id === rewardsOf(cardId) && day >= from)
      .map(({ day }) => day);
  return new Map(
    cards.map(([cardId, card]) => [
      cardId,
      card && { ...card, claimed: claimedOf(cardId, card.firstDay) },
    ]),
  );
}

/** Percentage added to a player's top-ups now, summed over active cards. */
export async function boostOf(db: Db, playerId: number, now: Date): Promise<number> {
  return sumOfBoosts(activeCards(await db.many(cardPurchases, { playerId }), now));
}

export function sumOfBoosts(cards: ReadonlyMap<string, Active | null>): number {
  return [...cards.values()].reduce((sum, card) => sum + (card?.purchase.boost_percent ?? 0), 0);
}
