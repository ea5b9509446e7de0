import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { deliveryOfOrder, paidAttempt } from '../mail/delivery-queries.ts';
import { cancelUnsent } from '../mail/unsent-queries.ts';
import { overpaymentNotReturned } from '../refunds/owed-queries.ts';
import { reserve, type Reserved } from '../refunds/reserve.ts';
import { leftOf } from '../refunds/rules.ts';
import {
  queryFailedRefunds,
  checkFailedQueried,
  type RefundObjection,
} from './query-failed-refunds.ts';
import { answerFailedRequest } from './operator-queries.ts';
import { resendsOfOrder } from './queries.ts';
import { goodsStatus, refused } from './rules.ts';
import { lockPaidAttempt } from '../refunds/lock-rows.ts';

export type PayBackRefusal =
  | Extract<Reserved, { kind: 'refused' }>['why']
  | RefundObjection
  /** A refund failed while the others were queried. */
  | 'refund_just_failed'
  | 'nothing_was_paid'
  /** An overpayment is still held: it goes back before the payment that bought the goods. */
  | 'surplus_first'
  /** The gateway refused to refund the overpayment. */
  | 'surplus_refused'
  /** Delivered, or perhaps delivered: the operator must allow the refund explicitly. */
  | 'goods_were_given'
  | 'goods_are_being_given';

/** `refundId`: the failed refund that is to be sent again first, or that forbids the payment. */
export type Refused<Why extends string> = {
  readonly kind: 'refused';
  readonly why: Why;
  readonly refundId?: string;
};

type Reservation = Extract<Reserved, { kind: 'reserved' }>;
/** The last statements of an operation's transaction: an audit entry, or an error that rolls the step back. */
export type AtEnd<T> = (tx: Tx, result: T) => Promise<void>;
export type AtRefundEnd = AtEnd<Omit<Reservation, 'kind'>>;
export type PaidBack = Reservation | Refused<PayBackRefusal>;
export type Refunded<Why extends string> =
  | (Omit<Reservation, 'kind'> & { readonly kind: 'done' })
  | Refused<Why>;

/** An operator's choice about a refund. */
export type RefundChoice = {
  /** Minor units; null: all that is left. */
  readonly amount: number | null;
  readonly allowDelivered: boolean;
  /** Pays back the payment that bought the goods even while an overpayment is held. */
  readonly allowOverpayment: boolean;
};

type Wanted = RefundChoice & {
  readonly orderId: string;
  /** A sum in another currency than the payment's is refused. */
  readonly currency?: string;
  readonly reason: 'resolution' | 'operator';
  /** Failed refunds that were queried just now. */
  readonly queried: ReadonlySet<string>;
  /** The failed refund that this one replaces. */
  readonly insteadOf?: string;
  /** The money was returned outside the gateway: the bank's number of the payment. */
  readonly bankNumber?: string | undefined;
};

/** Queries failed refunds of the payment that would go back; outside `payBack`'s transaction. */
export async function queryBeforePayBack(
  ctx: Ctx,
  { orderId, allowOverpayment }: Pick<Wanted, 'orderId' | 'allowOverpayment'>,
) {
  const overpayment = allowOverpayment
    ? null
    : await ctx.db.maybe(overpaymentNotReturned, { orderId });
  const payment = overpayment ?? (await ctx.db.maybe(paidAttempt, { orderId }));
  // A refused overpayment is not paid back by this command.
  const isPaidBack = payment !== null && (overpayment?.refused ?? null) === null;
  if (!isPaidBack) return { kind: 'queried', refunds: new Set<string>() } as const;
  return queryFailedRefunds(ctx, payment.id);
}

/**
 * Pays an order's money back, overpayments first; the caller holds the order's lock. A full refund before the goods
 * were sent cancels their delivery in the same transaction.
 */
export async function payBack(ctx: Ctx, tx: Tx, wanted: Wanted): Promise<PaidBack> {
  const { orderId, reason, allowDelivered, insteadOf } = wanted;
  if (!wanted.allowOverpayment) {
    const overpayment = await tx.maybe(overpaymentNotReturned, { orderId });
    if (overpayment !== null) return refundOverpayment(ctx, tx, overpayment, wanted);
  }
  const attempt = await tx.maybe(paidAttempt, { orderId });
  if (attempt === null) return refused('nothing_was_paid');
  const paid = await lockPaidAttempt(tx, attempt.id);
  if (isOtherMoney(wanted, paid)) return refused('not_a_sum');
  const realNow = ctx.clock.real();
  const goods = goodsStatus(await tx.maybe(deliveryOfOrder, { orderId }), realNow);
  const resends = await tx.many(resendsOfOrder, { orderId });
  const statuses = [goods, ...resends.map((each) => goodsStatus(each, realNow))];
  if (statuses.includes('being_delivered')) return refused('goods_are_being_given');
  if (goods !== 'not_delivered' && !allowDelivered) return refused('goods_were_given');
  const failed = await checkFailedQueried(tx, paid.id, wanted.queried);
  if (failed.kind === 'refused') return failed;
  const left = leftOf(paid);
  const amount = wanted.amount ?? left;
  // The same sum replaces the failed refund, in case that succeeds after all.
  const sameSum = failed.failed.find((each) => each.is_open && each.amount_minor === amount)?.id;
  const replaced = insteadOf ?? sameSum;
  const reserved = await reserve(ctx, tx, paid, {
    amount: wanted.amount,
    reason,
    source: 'operator',
    insteadOf: replaced,
    bankNumber: wanted.bankNumber,
  });
  if (reserved.kind === 'refused') return reserved;
  await tx.run(answerFailedRequest, { refundId: reserved.refundId });
  if (reserved.amount === left) {
    const times = { realNow: ctx.clock.real(), now: ctx.clock.now() };
    await tx.run(cancelUnsent, { ...times, orderId, source: 'operator', why: 'refund' });
  }
  return reserved;
}

/** Refunds an overpayment without a refused refund; a player's request covers the goods only. */
async function refundOverpayment(
  ctx: Ctx,
  tx: Tx,
  overpayment: RowOf<typeof overpaymentNotReturned>,
  wanted: Wanted,
): Promise<PaidBack> {
  const { refused: refundId } = overpayment;
  if (refundId !== null) return { ...refused('surplus_refused'), refundId };
  if (wanted.reason === 'resolution') return refused('surplus_first');
  const paid = await lockPaidAttempt(tx, overpayment.id);
  if (isOtherMoney(wanted, paid)) return refused('not_a_sum');
  const failed = await checkFailedQueried(tx, paid.id, wanted.queried);
  if (failed.kind === 'refused') return failed;
  const { amount } = wanted;
  return reserve(ctx, tx, paid, { amount, reason: 'double_payment', source: 'operator' });
}

function isOtherMoney(wanted: Wanted, paid: { readonly currency: string }): boolean {
  return wanted.amount !== null && (wanted.currency ?? paid.currency) !== paid.currency;
}
