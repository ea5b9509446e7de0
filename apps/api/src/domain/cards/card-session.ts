import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../db/statement.ts';
import { hashToken } from '../players/session.ts';
import { cardPurchases, cardSession, type CardPurchase } from './sql.ts';

export type CardSession = RowOf<typeof cardSession> & {
  readonly purchases: readonly CardPurchase[];
};

/** The session of a user token with its player's cards, or null when there is none or it has ended. */
export async function findCardSession(ctx: Ctx, token: string): Promise<CardSession | null> {
  const session = await ctx.db.maybe(cardSession, [hashToken(token), ctx.clock.now()]);
  if (session === null) return null;
  const purchases = session.has_cards ? await ctx.db.many(cardPurchases, [session.player_id]) : [];
  return { ...session, purchases };
}
