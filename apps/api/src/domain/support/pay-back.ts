import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { deliveryOfOrder, paidAttempt } from '../deliveries/sql.ts';
import { cancelUnsent } from '../mail/queries.ts';
import { overpaymentNotReturned, lockPaidAttempt } from '../refunds/queries.ts';
import { reserve, sumsOf, type Reserved } from '../refunds/reserve.ts';
import { leftOf } from '../refunds/rules.ts';
import {
  askAboutFailed,
  failedAndAsked,
  type Asked,
  type SpeaksAgainst,
} from './ask-about-failed.ts';
import { answerFailedRequest } from './operator-sql.ts';
import { resendsOfOrder } from './resend-sql.ts';
import { goodsOf } from './rules.ts';

export type PayBackRefusal =
  | Extract<Reserved, { kind: 'refused' }>['why']
  | SpeaksAgainst
  /** While the others were asked about: not asked about yet. */
  | 'refund_just_failed'
  | 'nothing_was_paid'
  /** A payment that came too much is still here: that one first, and not the one that bought the goods. */
  | 'surplus_first'
  /** And its gateway refused to send it back. */
  | 'surplus_refused'
  /** Given, or perhaps given: an operator must say that the money goes back all the same. */
  | 'goods_were_given'
  | 'goods_are_being_given';

export type PaidBack =
  | Extract<Reserved, { kind: 'reserved' }>
  | {
      readonly kind: 'refused';
      readonly why: PayBackRefusal;
      /** The failed refund that is to be sent again first, or that speaks against. */
      readonly refundId?: string;
    };

/**
 * Asks about what failed of the payment that would go back, before it does (ask-about-failed.ts); to
 * be called outside the transaction of `payBack`.
 */
export async function askBeforePayingBack(
  ctx: Ctx,
  wanted: { readonly orderId: string; readonly allowOverpayment: boolean },
): Promise<Asked> {
  const { orderId, allowOverpayment } = wanted;
  const surplus = allowOverpayment ? null : await ctx.db.maybe(overpaymentNotReturned, { orderId });
  const payment = surplus ?? (await ctx.db.maybe(paidAttempt, { orderId }));
  // A refused surplus is not paid back by this command.
  const isPaidBack = payment !== null && (surplus?.refused ?? null) === null;
  return isPaidBack ? askAboutFailed(ctx, payment.id) : { kind: 'asked', refunds: new Set() };
}

/**
 * Gives an order's money back by an operator's word, under the order's lock, which the caller
 * holds. All of it, before the goods were sent: the goods stay here, decided in the same transaction.
 * What came too much goes before the payment that bought the goods.
 * @param amount minor units of `currency`; null: all that is left
 */
export async function payBack(
  ctx: Ctx,
  tx: Tx,
  wanted: {
    readonly orderId: string;
    readonly amount: number | null;
    /** A sum in another currency than the payment's is no sum of it. */
    readonly currency?: string;
    readonly reason: 'resolution' | 'operator';
    readonly allowDelivered: boolean;
    /** The payment that bought the goods, though one that came too much is still here. */
    readonly allowOverpayment: boolean;
    /** Failed refunds its gateway was asked about just now. */
    readonly asked: ReadonlySet<string>;
    /** The failed refund that is sent again by this one. */
    readonly insteadOf?: string;
  },
): Promise<PaidBack> {
  const { orderId, reason, allowDelivered, insteadOf } = wanted;
  if (!wanted.allowOverpayment) {
    const surplus = await tx.maybe(overpaymentNotReturned, { orderId });
    if (surplus !== null) return refundOverpayment(ctx, tx, surplus, wanted);
  }
  const attempt = await tx.maybe(paidAttempt, { orderId });
  if (attempt === null) return { kind: 'refused', why: 'nothing_was_paid' };
  const paid = await tx.one(lockPaidAttempt, { attemptId: attempt.id });
  if (isOtherMoney(wanted, paid)) return { kind: 'refused', why: 'not_a_sum' };
  const goods = goodsOf(await tx.maybe(deliveryOfOrder, { orderId }), ctx.clock.real());
  const again = await tx.many(resendsOfOrder, { orderId });
  const places = [goods, ...again.map((each) => goodsOf(each, ctx.clock.real()))];
  if (places.includes('being_given')) {
    return { kind: 'refused', why: 'goods_are_being_given' };
  }
  if (goods !== 'not_given' && !allowDelivered) return { kind: 'refused', why: 'goods_were_given' };
  const known = await failedAndAsked(tx, paid.id, wanted.asked);
  if (known.kind === 'refused') return known;
  const left = leftOf(sumsOf(paid));
  const amount = wanted.amount ?? left;
  // The same sum once more takes the place of the one that failed, should that come through after all.
  const twin = known.failed.find((each) => each.is_open && each.amount_minor === amount)?.id;
  const standsFor = insteadOf ?? twin;
  const reserved = await reserve(ctx, tx, paid, {
    amount: wanted.amount,
    reason,
    source: 'operator',
    ...(standsFor === undefined ? {} : { insteadOf: standsFor }),
  });
  if (reserved.kind === 'refused') return reserved;
  await tx.run(answerFailedRequest, { refundId: reserved.refundId });
  if (reserved.amount === left) {
    await tx.run(cancelUnsent, {
      orderId,
      realNow: ctx.clock.real(),
      now: ctx.clock.now(),
      source: 'operator',
      why: 'refund',
    });
  }
  return reserved;
}

/**
 * What its gateway refused is asked about before it is sent again; what was never asked of it, as
 * after a case that was won, goes back by the operator's word. A player's request is about the goods.
 */
async function refundOverpayment(
  ctx: Ctx,
  tx: Tx,
  surplus: RowOf<typeof overpaymentNotReturned>,
  wanted: {
    readonly amount: number | null;
    readonly currency?: string;
    readonly reason: 'resolution' | 'operator';
    readonly asked: ReadonlySet<string>;
  },
): Promise<PaidBack> {
  const { refused } = surplus;
  if (refused !== null) return { kind: 'refused', why: 'surplus_refused', refundId: refused };
  if (wanted.reason === 'resolution') return { kind: 'refused', why: 'surplus_first' };
  const paid = await tx.one(lockPaidAttempt, { attemptId: surplus.id });
  if (isOtherMoney(wanted, paid)) return { kind: 'refused', why: 'not_a_sum' };
  const known = await failedAndAsked(tx, paid.id, wanted.asked);
  if (known.kind === 'refused') return known;
  const { amount } = wanted;
  return reserve(ctx, tx, paid, { amount, reason: 'double_payment', source: 'operator' });
}

/** Another payment was meant when the sum was said. */
function isOtherMoney(
  wanted: { readonly amount: number | null; readonly currency?: string },
  paid: { readonly currency: string },
): boolean {
  return wanted.amount !== null && (wanted.currency ?? paid.currency) !== paid.currency;
}
