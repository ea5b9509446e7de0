import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { newId } from '../orders/ids.ts';
import { lockPlayer } from '../orders/queries.ts';
import { agreeToCard, agreedCard, endCard, ringCard, useCard } from './queries.ts';
import { mayKeepMore, MAX_CARDS, type CardRight } from './rights.ts';
import { openToken } from './token.ts';

/** The gateway has the token by then, if it does not tell so itself. */
const FIRST_LOOK_MS = 5_000;

/** A card that its player chose, with the right of the call. */
export type ChosenCard = { readonly cardId: string; readonly right: CardRight };

/**
 * The gateway's token of a card for one payment of its player, checked in the payment's own transaction.
 * @throws Refusal CHANNEL_UNAVAILABLE with `why`: another's or another merchant's, removed, locked or expired card, or an unconfirmed device
 */
export async function tokenToPay(
  ctx: Ctx,
  tx: Tx,
  order: {
    readonly player_id: number;
    readonly project: string;
    readonly provider: string;
    readonly merchant: string | null;
  },
  { cardId, right }: ChosenCard,
): Promise<string> {
  const { playerId, project, passwordVersion, isConfirmed } = right;
  const isOwn = order.player_id === playerId && order.project === project;
  if (!isOwn || !isConfirmed) throw notUsable();
  const now = ctx.clock.now();
  const { merchant, provider } = order;
  const who = { playerId, project, passwordVersion, merchant, provider };
  const card = await tx.maybe(useCard, { ...who, cardId, now });
  if (card === null) throw notUsable();
  return openToken(ctx, card.id, card.token);
}

export function notUsable(): Refusal {
  return new Refusal('CHANNEL_UNAVAILABLE', { why: 'saved_card' });
}

/** Writes down that the payer of an attempt agreed to keep the card. Needs the player's lock. @returns false: it is not kept */
export async function agree(
  ctx: Ctx,
  tx: Tx,
  attempt: { readonly id: string; readonly player_id: number; readonly project: string },
  right: CardRight | null,
): Promise<boolean> {
  if (!mayKeepMore(right)) return false;
  if (right.playerId !== attempt.player_id || right.project !== attempt.project) return false;
  const waitMs = FIRST_LOOK_MS * ctx.config.waitScale.pauses;
  const written = await tx.run(agreeToCard, {
    id: newId(ctx),
    playerId: right.playerId,
    attemptId: attempt.id,
    passwordVersion: right.passwordVersion,
    most: MAX_CARDS,
    now: ctx.clock.now(),
    nextAttemptAt: new Date(ctx.clock.real().getTime() + waitMs),
  });
  return written > 0;
}

/**
 * Whether the payer of a wallet's attempt agreed that it is kept, which is written down before the gateway hears of it. Its
 * payment may be captured without a session, so the agreement comes first.
 */
export async function agreedToWallet(
  ctx: Ctx,
  attempt: Parameters<typeof agree>[2],
  right: CardRight | null,
): Promise<boolean> {
  await ctx.db.transaction(async (tx) => {
    // Orders that are opened side by side count each other.
    await tx.one(lockPlayer, { playerId: attempt.player_id });
    await agree(ctx, tx, attempt, right);
  });
  return (await ctx.db.maybe(agreedCard, { attemptId: attempt.id })) !== null;
}

/** Ends a card whose token its gateway has ended. */
export async function dropCard(ctx: Pick<Ctx, 'db' | 'clock'>, cardId: string): Promise<void> {
  await ctx.db.run(endCard, { cardId, realNow: ctx.clock.real() });
}

/** Asks the gateway about a card whose payment it refused. */
export async function doubtCard(ctx: Pick<Ctx, 'db' | 'clock'>, cardId: string): Promise<void> {
  await ctx.db.run(ringCard, {
    cardId,
    tokenHash: null,
    attemptId: null,
    gatewayRef: null,
    realNow: ctx.clock.real(),
  });
}
