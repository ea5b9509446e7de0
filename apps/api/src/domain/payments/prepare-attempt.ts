import type { OrderState } from '@webpay/contract/order-states';
import { merchantOfProject } from '../../config/merchants.ts';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import { Refusal } from '../../errors.ts';
import { type CountedDeclines, declineValues, guardAttempt } from '../declines/guard-attempt.ts';
import { mayAttempt } from '../declines/rules.ts';
import { givesLess } from '../orders/first-purchase.ts';
import { linesOfOrder } from '../orders/first-queries.ts';
import { productsKey, type PricedLines } from '../orders/price-lines.ts';
import { lockOrder, lockPlayer, repriceOrder } from '../orders/queries.ts';
import { admitToMethod } from '../methods/stop-method.ts';
import { abandonAttempt } from './abandon.ts';
import { timesOfSums } from './check-sums.ts';
import { isBoughtElsewhere } from './bought-elsewhere.ts';
import { insertOrderWithAttempt, orderFacts, type OrderRow } from './first-attempt-queries.ts';
import { keptTax, planOrder } from './place-order.ts';
import { checkTotal, priceAndCheck, type KnownFacts } from './price-purchase.ts';
import type { Purchase } from './purchase.ts';
import { ANSWER_LEASE_MS, notYetSubmitted } from './rules.ts';
import { lastAttemptOfOrder, lockAttempt, type AttemptRow, insertAttempt } from './queries.ts';

export type Prepared = {
  readonly attempt: AttemptRow;
  /** false: money may be under way or captured; the order is only shown. */
  readonly isOpenable: boolean;
};

/**
 * Checks prices and limits again and makes the order and its attempt in one transaction. The
 * player's row lock serialises all orders of one character.
 * @throws Refusal PAYMENT_ANOMALY, PRICE_CHANGED, ITEM_MAXIMUM, CHANNEL_UNAVAILABLE, WRONG_STATE,
 *   CART_REFRESHED and those of priceLines and guardAttempt
 */
export async function prepareAttempt(ctx: Ctx, basket: Purchase): Promise<Prepared> {
  return ctx.db.transaction(async (tx) => {
    const player = await tx.one(lockPlayer, { playerId: basket.playerId });
    const { playerId, orderKey, project, country, channel } = basket;
    const unmade = { attemptId: '', playerId };
    const facts = await tx.one(orderFacts, {
      ...declineValues(ctx, unmade, basket.caller, ctx.clock.now()),
      ...timesOfSums(ctx),
      exceptOrderId: '',
      orderKey,
      project,
      productIds: basket.products.map((product) => product.product_id),
      currency: basket.currency,
      country,
      payId: channel.pay_id,
    });
    const { id, products_key, has_cards: hasCards } = facts;
    if (basket.onlyOrder !== undefined && basket.onlyOrder !== id) throw new Refusal('WRONG_STATE');
    const purchase = { ...basket, hasCards };
    if (id !== null && products_key !== null) {
      return resumeOrder(ctx, tx, purchase, { id, products_key }, player.flagged_at !== null);
    }
    if (player.flagged_at !== null) throw new Refusal('PAYMENT_ANOMALY');
    return makeOrder(ctx, tx, purchase, facts);
  });
}

/** Applies contract §4's table for a repeated order key, state by state. */
async function resumeOrder(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  order: OrderRow,
  isFlagged: boolean,
): Promise<Prepared> {
  if (order.products_key !== productsKey(purchase.products)) throw new Refusal('WRONG_STATE');
  const last = await tx.maybe(lastAttemptOfOrder, { orderId: order.id });
  if (last === null) return resumeUnattempted(ctx, tx, purchase, order.id, isFlagged);
  const locked = await tx.one(lockAttempt, { attemptId: last.id });
  if (locked.order_state === 'success' || locked.order_state === 'refunded') {
    return { attempt: locked, isOpenable: false };
  }
  const isOver = locked.expires_at.getTime() <= ctx.clock.nowMs();
  if (locked.order_state === 'timeout' || isOver) throw new Refusal('WRONG_STATE');
  if (await isBoughtElsewhere(tx, locked)) throw new Refusal('CART_REFRESHED');
  const isUntouched = notYetSubmitted(locked);
  const isLive = locked.state !== 'FAILED' && locked.state !== 'EXPIRED';
  if (!isUntouched && isLive) return { attempt: locked, isOpenable: false };
  await checkKeptGives(tx, purchase, order.id);
  const isSameWay =
    locked.pay_id === purchase.channel.pay_id &&
    locked.country === purchase.country &&
    // The project may have gone to another legal entity since.
    locked.merchant === merchantOfProject(ctx.config, purchase.project) &&
    (locked.method !== 'wallet' || walletOf(locked) === purchase.wallet);
  if (isUntouched && isSameWay) {
    if (isFlagged) throw new Refusal('PAYMENT_ANOMALY');
    checkTotal(purchase, locked.amount_minor);
    const isTrial = await admitToMethod(ctx, tx, locked);
    await guard(ctx, tx, purchase, { attemptId: locked.id, orderId: order.id });
    return { attempt: { ...locked, tries_method: isTrial }, isOpenable: true };
  }
  if (isFlagged) throw new Refusal('PAYMENT_ANOMALY');
  const priced = await priceAndCheck(ctx, tx, purchase, order.id);
  if (isUntouched) await abandonAttempt(ctx, tx, locked, 'left_for_another_way');
  await reprice(ctx, tx, purchase, order.id, priced, isUntouched ? 'failed' : locked.order_state);
  return makeAttempt(ctx, tx, purchase, order.id, last.n + 1, priced.totalMinor);
}

/** As `Purchase.wallet` made the attempt: PayPal's order of another kind is another order. */
function walletOf({ offers_saving, approve_url, state }: AttemptRow): Purchase['wallet'] {
  if (offers_saving) return 'kept';
  return approve_url === null && state !== 'SUBMITTING' ? 'saved' : undefined;
}

/** @throws Refusal WRONG_STATE when an order keeps less than its player saw since: a new one gives it, or says so */
async function checkKeptGives(tx: Tx, { givesSeen }: Purchase, orderId: string): Promise<void> {
  if (givesSeen === undefined) return;
  if (givesLess(givesSeen, await tx.many(linesOfOrder, { orderId }))) {
    throw new Refusal('WRONG_STATE');
  }
}

/** Makes the first attempt of an order that was placed without a method (R05). */
async function resumeUnattempted(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  orderId: string,
  isFlagged: boolean,
): Promise<Prepared> {
  const order = await tx.one(lockOrder, { orderId });
  const isOver = order.expires_at.getTime() <= ctx.clock.nowMs();
  if (order.state === 'timeout' || isOver) throw new Refusal('WRONG_STATE');
  if (isFlagged) throw new Refusal('PAYMENT_ANOMALY');
  const priced = await priceAndCheck(ctx, tx, purchase, orderId);
  const isUnchanged = order.state === 'open' && order.country === purchase.country;
  if (!isUnchanged || order.total_minor !== priced.totalMinor) {
    await reprice(ctx, tx, purchase, orderId, priced, order.state);
  }
  return makeAttempt(ctx, tx, purchase, orderId, 1, priced.totalMinor);
}

async function reprice(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  orderId: string,
  { lines, totalMinor, usdMinor }: PricedLines,
  from: OrderState,
): Promise<void> {
  await tx.run(repriceOrder, {
    ...purchase,
    orderId,
    totalMinor,
    usdMinor,
    ...keptTax(ctx, purchase, totalMinor),
    productIds: lines.map((line) => line.productId),
    unitMinors: lines.map((line) => line.unitMinor),
    now: ctx.clock.now(),
    fromState: from,
  });
}

/** Read under the player's lock, for a new order. */
type Facts = CountedDeclines & KnownFacts & { readonly has_stops: boolean };

/** Makes a new order with its first attempt. */
async function makeOrder(ctx: Ctx, tx: Tx, purchase: Purchase, facts: Facts): Promise<Prepared> {
  const order = await planOrder(ctx, tx, purchase, facts);
  const values = await admitAttempt(ctx, tx, purchase, order.orderId, 1, facts);
  const attempt = await tx.one(insertOrderWithAttempt, { ...order, ...values });
  return { attempt, isOpenable: true };
}

async function makeAttempt(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  orderId: string,
  n: number,
  totalMinor: number,
): Promise<Prepared> {
  const { country, currency } = purchase;
  const attempt = await tx.one(insertAttempt, {
    ...(await admitAttempt(ctx, tx, purchase, orderId, n)),
    orderId,
    n,
    country,
    currency,
    amountMinor: totalMinor,
    createdAt: ctx.clock.now(),
  });
  return { attempt, isOpenable: true };
}

/** Checks whether an attempt may be made now, last of all rules. @returns its own values */
async function admitAttempt(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  orderId: string,
  n: number,
  facts?: Facts,
): Promise<AttemptValues> {
  if (!mayAttempt(n, ctx.config.limitScale)) throw new Refusal('WRONG_STATE');
  const { project, country, channel } = purchase;
  const attemptId = `A${orderId}_${n}`;
  if (facts?.has_stops !== false) {
    await admitToMethod(ctx, tx, { id: attemptId, project, pay_id: channel.pay_id, country });
  }
  // Last of all checks: only a payment that can be made costs an image code.
  await guard(ctx, tx, purchase, { attemptId, orderId }, facts);
  // Opening a wallet order is already a submission: its first call makes it at the gateway.
  const isWallet = channel.method === 'wallet' && purchase.wallet !== 'saved';
  return {
    attemptId,
    payId: channel.pay_id,
    provider: channel.provider,
    merchant: merchantOfProject(ctx.config, project),
    method: channel.method,
    offersSaving: purchase.wallet === 'kept',
    state: isWallet ? 'SUBMITTING' : 'CREATED',
    nextQueryAt: isWallet ? new Date(ctx.clock.real().getTime() + ANSWER_LEASE_MS) : null,
  };
}

type AttemptValues = Pick<
  ValuesFor<typeof insertAttempt>,
  | 'attemptId'
  | 'payId'
  | 'provider'
  | 'merchant'
  | 'method'
  | 'offersSaving'
  | 'state'
  | 'nextQueryAt'
>;

function guard(
  ctx: Ctx,
  tx: Tx,
  { project, playerId, caller }: Purchase,
  attempt: { readonly attemptId: string; readonly orderId: string },
  known?: CountedDeclines,
): Promise<void> {
  return guardAttempt(ctx, tx, { ...attempt, project, playerId }, caller, known);
}
