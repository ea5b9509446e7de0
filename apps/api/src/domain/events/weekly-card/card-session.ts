import type { Ctx } from '../../../context.ts';
import { findEventSession, type EventSession } from '../event-session.ts';
import { cardPurchases, type CardPurchase } from './queries.ts';

export type CardSession = EventSession & {
  readonly purchases: readonly CardPurchase[];
};

/** The session of a user token with its player's cards; null: unknown, ended or expired. */
export async function findCardSession(ctx: Ctx, token: string): Promise<CardSession | null> {
  const session = await findEventSession(ctx, token);
  if (session === null) return null;
  if (session.has_orders === false) return { ...session, purchases: [] };
  const purchases = await ctx.db.many(cardPurchases, { playerId: session.player_id });
  return { ...session, purchases };
}
