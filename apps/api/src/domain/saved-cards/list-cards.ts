import { merchantOfProject, sellsThrough } from '../../config/merchants.ts';
import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { cardsOfPlayer, removeCardRow } from './queries.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { cardRight, mayKeepMore, type CardCaller } from './rights.ts';

/** Brands as they are written on cards. */
const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  DINERS: 'Diners',
  DISCOVER: 'Discover',
  UNIONPAY: 'UnionPay',
};

/**
 * The cards of a session's character; one that the project's present merchant cannot charge is locked. An unconfirmed device
 * learns only that there are some.
 */
export async function listCards(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  project: Project,
  caller: CardCaller,
): Promise<CallResult<'savedCards'>> {
  const right = await cardRight(ctx, project, caller);
  if (right === null) return { state: 'off', cards: [] };
  const { playerId, passwordVersion, isConfirmed } = right;
  const { keepsWallets } = ctx.config.paypal;
  const mayAsk = keepsWallets && sellsThrough(ctx.config, project.code, 'paypal');
  const asks = mayAsk && mayKeepMore(right) ? { asks_about_wallet: true } : {};
  if (!isConfirmed) return { state: right.cards > 0 ? 'confirm' : 'ready', cards: [], ...asks };
  const merchant = merchantOfProject(ctx.config, project.code);
  const rows = await ctx.db.many(cardsOfPlayer, { playerId });
  const cards = rows.map((row) => ({
    card: row.id,
    pay_id: row.pay_id,
    label: labelOf(row),
    brand: BRANDS[row.brand] ?? row.brand,
    last4: row.last4 ?? '',
    expires_at: row.expires_at?.getTime() ?? null,
    is_locked:
      row.password_version !== passwordVersion ||
      // Another account can neither charge it nor forget it.
      row.merchant !== merchant ||
      (row.account !== null && !keepsWallets) ||
      (row.expires_at !== null && row.expires_at.getTime() <= ctx.clock.nowMs()),
  }));
  return { state: 'ready', cards, ...asks };
}

/** "Visa ·· 1111", "PayPal · m…@example.com". */
function labelOf({
  brand,
  last4,
  account,
}: Pick<RowOf<typeof cardsOfPlayer>, 'brand' | 'last4' | 'account'>): string {
  return account === null ? `${BRANDS[brand] ?? brand} ·· ${last4 ?? ''}` : `${brand} · ${account}`;
}

/**
 * Removes a card of the session's character at once; the gateway is told until it has forgotten it. Repeats change
 * nothing, and no card of others is touched.
 * @throws Refusal WRONG_STATE where no card is kept
 */
export async function removeCard(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  project: Project,
  caller: CardCaller,
  cardId: string,
): Promise<void> {
  const right = await cardRight(ctx, project, caller);
  if (right === null) throw new Refusal('WRONG_STATE');
  const { playerId } = right;
  const realNow = ctx.clock.real();
  await ctx.db.run(removeCardRow, { cardId, playerId, project: project.code, realNow });
}
