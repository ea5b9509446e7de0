import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { CardVault } from '../../gateways/cards.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { gatewayUserId } from '../players/gateway-user-id.ts';
import {
  activateCard,
  activateWallet,
  cardById,
  deleteCard,
  postponeCard,
  refuseCard,
  storeToken,
  takeDueCards,
} from './queries.ts';
import { openToken, sealToken } from './token.ts';

type Card = RowOf<typeof cardById>;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Looks for the token of an agreed card: a day, at growing pauses. A paid card has it at once. */
const MAX_LOOKS = 32;
/** One alert for a card that the gateway does not forget. */
const ALERT_AT_ATTEMPTS = 10;

/** Cards that one sweep takes. */
const AT_ONCE = 50;

/** Leases due cards; each function pushes one. */
export async function cardsDue(ctx: Ctx): Promise<(() => Promise<void>)[]> {
  const rows = await ctx.db.many(takeDueCards, { realNow: ctx.clock.real(), limit: AT_ONCE });
  return rows.map(
    ({ id }) =>
      () =>
        pushCard(ctx, id),
  );
}

/**
 * Makes a due card what its gateway says: an agreed one usable, an active one as it is there, a removed one gone. No row is
 * left of a card that the gateway has forgotten. Safe to repeat.
 */
export async function pushCard(ctx: Ctx, id: string): Promise<void> {
  const card = await ctx.db.maybe(cardById, { id });
  if (card === null) return;
  const vault = gatewayOf(ctx.gateways, card).cards;

  const known = await tokenOf(ctx, vault, card);
  if (known === 'none') await ctx.db.run(deleteCard, { id });
  else if (known === 'later') await later(ctx, card);
  else if (card.state === 'removing') await forget(ctx, vault, card, known.token);
  else await look(ctx, vault, card, known.token);
}

/** The token of a card's row, or of its payment. */
async function tokenOf(
  ctx: Ctx,
  vault: CardVault,
  { id, token, attempt_id: attemptId, gateway_ref: gatewayRef, is_over: isOver, attempts }: Card,
): Promise<{ readonly token: string } | 'none' | 'later'> {
  if (token !== null) return { token: await openToken(ctx, id, token) };
  const found = await vault.tokenOf({ attemptId, gatewayRef, isOver });
  switch (found.kind) {
    case 'token':
      await ctx.db.run(storeToken, { id, ...(await sealToken(ctx, id, found.token)) });
      return { token: found.token };
    case 'none':
      return 'none';
    case 'not_yet':
      return attempts >= MAX_LOOKS ? 'none' : 'later';
    case 'indeterminate':
      return 'later';
  }
}

async function look(ctx: Ctx, vault: CardVault, card: Card, token: string): Promise<void> {
  const { id } = card;
  const realNow = ctx.clock.real();
  const found = await vault.find({ userId: gatewayUserId(card), token });
  switch (found.kind) {
    case 'found': {
      if (found.asksCode) await ctx.db.run(refuseCard, { id, realNow });
      else {
        const { brand, last4, expiresAt } = found;
        await ctx.db.run(activateCard, { id, brand, last4, expiresAt, realNow });
      }
      return;
    }
    case 'found_wallet':
      await ctx.db.run(activateWallet, { id, account: found.account });
      return;
    case 'gone':
      await ctx.db.run(deleteCard, { id });
      return;
    case 'indeterminate':
      await later(ctx, card);
  }
}

async function forget(ctx: Ctx, vault: CardVault, card: Card, token: string): Promise<void> {
  const forgotten = await vault.forget({ userId: gatewayUserId(card), token });
  if (forgotten.kind === 'gone') {
    await ctx.db.run(deleteCard, { id: card.id });
    return;
  }
  if (card.attempts === ALERT_AT_ATTEMPTS) {
    raiseAlert(ctx, 'saved_card_not_removed', { card: card.id, why: forgotten.why });
  }
  await later(ctx, card);
}

async function later(ctx: Ctx, { id, attempts }: Card): Promise<void> {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
  const realMs = ctx.clock.real().getTime();
  const nextAttemptAt = new Date(realMs + pause * ctx.config.waitScale.pauses);
  await ctx.db.run(postponeCard, { id, nextAttemptAt });
}
