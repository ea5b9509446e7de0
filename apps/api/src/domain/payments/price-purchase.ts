import { merchantOfProject } from '../../config/merchants.ts';
import { gatewayOf } from '../../gateways/accounts.ts';
import { fromMinor } from '@webpay/contract/money';
import { takesSum } from '../../config/methods/read-methods.ts';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { GoodsRow } from '../catalog/queries.ts';
import { sellBargain } from '../events/bargain/sell-bargain.ts';
import { applyWeeklyCards } from '../events/weekly-card/sell-with-cards.ts';
import { checkLimits, limitedGoods } from '../orders/limits.ts';
import {
  doublesOf,
  doublingGoods,
  freeFirsts,
  givesLess,
  withDoubles,
} from '../orders/first-purchase.ts';
import { openFirsts } from '../orders/first-queries.ts';
import { givenCounts } from '../orders/given.ts';
import { priceLines, withTotals, type Line, type PricedLines } from '../orders/price-lines.ts';
import { openReservations } from '../orders/queries.ts';
import { giveWay } from './abandon.ts';
import { checkSums } from './check-sums.ts';
import type { Basket, Purchase } from './purchase.ts';
import type { BoughtSums } from './sum-queries.ts';
import { checkVoucher } from './voucher.ts';

/** The goods and sums of a new order. */
export type KnownFacts = {
  readonly sums: BoughtSums;
  readonly goods: readonly GoodsRow[] | null;
};

/**
 * Prices a purchase from the current rows, under its player's lock, and checks every rule. Cancels
 * the player's own unpaid orders that reserve the same goods or fill a limit of sums.
 * @param orderId the order that is being paid; '' for a new one
 * @param known what this transaction has read under the lock
 * @throws Refusal PRICE_CHANGED, ITEM_MAXIMUM, CHANNEL_UNAVAILABLE and those of priceLines,
 *   applyWeeklyCards, sellBargain and checkSums
 */
export async function priceAndCheck(
  ctx: Ctx,
  tx: Tx,
  purchase: Basket & Partial<Pick<Purchase, 'channel'>>,
  orderId: string,
  known?: KnownFacts,
): Promise<PricedLines> {
  const plain = await priceLines(tx, purchase, known?.goods ?? undefined);
  const withCards = await applyWeeklyCards(ctx, tx, purchase, plain.lines, orderId);
  const asSold = await sellBargain(ctx, tx, purchase, withCards, orderId);
  const lines = await doubleFirst(
    ctx,
    tx,
    purchase,
    { lines: asSold, goods: plain.goods },
    orderId,
  );
  const priced = { ...plain, ...withTotals(lines) };
  const limited = limitedGoods(purchase.products, priced.goods);
  // Only one unpaid card order stays open per player: the newest.
  const cards = purchase.source === 'card' ? purchase.products.map((each) => each.product_id) : [];
  const reserved = [...limited.map((good) => good.product_id), ...cards];
  if (reserved.length > 0) await freeReservations(ctx, tx, purchase.playerId, orderId, reserved);
  await checkLimits(ctx, tx, purchase.playerId, limited, orderId);
  // A mall's order is limited by the game that signed it (docs/mall.md).
  if (purchase.source !== 'mall') {
    await checkSums(ctx, tx, { ...purchase, orderId, usdMinor: priced.usdMinor }, known?.sums);
  }
  await checkVoucher(ctx, tx, purchase, orderId, limited.length > 0);
  checkTotal(purchase, priced.totalMinor);
  if (orderId === '') checkGives(purchase, priced);
  const { channel, currency } = purchase;
  const merchant = merchantOfProject(ctx.config, purchase.project);
  const gateway =
    channel === undefined
      ? null
      : gatewayOf(ctx.gateways, { provider: channel.provider, merchant });
  const isTaken = channel === undefined || takesSum(channel.facts, priced.totalMinor);
  if (!isTaken || gateway?.canCharge(priced.totalMinor, currency) === false) {
    throw new Refusal('CHANNEL_UNAVAILABLE');
  }
  return priced;
}

/** @throws Refusal PRICE_CHANGED with `total` when the player saw another sum */
export function checkTotal(
  purchase: Pick<Basket, 'currency' | 'totalSeen'>,
  totalMinor: number,
): void {
  const ours = fromMinor(totalMinor, purchase.currency);
  const seen = purchase.totalSeen;
  if (seen !== null && (seen.amount !== ours.amount || seen.currency !== ours.currency)) {
    throw new Refusal('PRICE_CHANGED', { total: ours });
  }
}

/** @throws Refusal PRICE_CHANGED with `total` and `gives` when a new order would give less than the player saw */
function checkGives(purchase: Basket, { lines, totalMinor }: PricedLines): void {
  const given = lines.map((line) => ({ ...line, product_id: line.productId }));
  if (purchase.givesSeen === undefined || !givesLess(purchase.givesSeen, given)) return;
  throw new Refusal('PRICE_CHANGED', {
    total: fromMinor(totalMinor, purchase.currency),
    gives: given.map((line) => ({ product_id: line.product_id, counts: givenCounts(line) })),
  });
}

/**
 * Doubles the character's first purchase of a good, under its lock (docs/decisions/0050). The newest unpaid order has the double.
 * An order keeps what it was made with, so one that lost its double ends.
 * @throws Refusal WRONG_STATE when another order took the double of an existing one
 */
async function doubleFirst(
  ctx: Ctx,
  tx: Tx,
  purchase: Basket,
  { lines, goods }: Pick<Awaited<ReturnType<typeof priceLines>>, 'lines' | 'goods'>,
  orderId: string,
): Promise<readonly Line[]> {
  const { playerId, source } = purchase;
  const isNew = orderId === '';
  const productIds = isNew ? doublingGoods(source, goods) : await doublesOf(tx, orderId);
  if (productIds.length === 0) return lines;
  const open = await tx.many(openFirsts, { playerId, exceptOrderId: orderId, productIds });
  for (const { id } of open) await giveWay(ctx, tx, id);
  const free = await freeFirsts(ctx, tx, { id: orderId, playerId }, productIds);
  if (isNew) return withDoubles(lines, free);
  if (free.size < productIds.length) throw new Refusal('WRONG_STATE');
  return lines;
}

/** Cancels the character's unpaid orders that reserve these goods (contract §4). */
async function freeReservations(
  ctx: Ctx,
  tx: Tx,
  playerId: number,
  orderId: string,
  productIds: readonly string[],
): Promise<void> {
  const open = await tx.many(openReservations, { playerId, exceptOrderId: orderId, productIds });
  for (const { id } of open) await giveWay(ctx, tx, id);
}
