import type { Ctx } from '../../context.ts';
import type { CardNews } from '../../gateways/cards.ts';
import { ringCard } from './queries.ts';
import { hashOfToken } from './token.ts';

/** A notice about a card only rings: its gateway is asked what the card is. An unknown card changes nothing. */
export async function hearNews(
  ctx: Pick<Ctx, 'db' | 'clock' | 'randomBytes'>,
  { token, attemptId, gatewayRef = null }: CardNews,
): Promise<void> {
  const tokenHash = await hashOfToken(ctx, token);
  const realNow = ctx.clock.real();
  await ctx.db.run(ringCard, { tokenHash, attemptId, gatewayRef, cardId: null, realNow });
}
