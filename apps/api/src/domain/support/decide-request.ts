import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder } from '../orders/queries.ts';
import { queryBeforePayBack, payBack, type PayBackRefusal } from './pay-back.ts';
import {
  decideRequest,
  lockRequest,
  noteOperatorRefund,
  requestById,
  type RequestRow,
} from './queries.ts';

export type DecisionRefusal =
  | PayBackRefusal
  | 'no_such_request'
  | 'no_such_order'
  | 'decided_already'
  | 'asks_for_something_else';

export type RefundDecision =
  | {
      readonly kind: 'done';
      readonly refundId: string;
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: 'refused'; readonly why: DecisionRefusal; readonly refundId?: string };

const refused = (why: DecisionRefusal) => ({ kind: 'refused', why }) as const;

/** Reserves the sum, approves the request and writes history in one transaction. */
export async function approveRefund(
  ctx: Ctx,
  decision: {
    readonly requestId: string;
    readonly amount: number | null;
    readonly allowDelivered: boolean;
    readonly allowOverpayment: boolean;
    readonly because: string | null;
  },
): Promise<RefundDecision> {
  const { requestId, amount, allowDelivered, allowOverpayment, because } = decision;
  const about = await ctx.db.maybe(requestById, { requestId });
  if (about === null) return refused('no_such_request');
  const answer = await queryBeforePayBack(ctx, { orderId: about.order_id, allowOverpayment });
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    const request = await openRequest(tx, requestId);
    if (typeof request === 'string') return refused(request);
    if (request.kind !== 'refund') return refused('asks_for_something_else');
    const { order_id: orderId, currency } = request;
    const paid = await payBack(ctx, tx, {
      orderId,
      amount,
      currency,
      allowDelivered,
      allowOverpayment,
      queried: answer.refunds,
      reason: 'resolution',
    });
    if (paid.kind === 'refused') return paid;
    const detail = { refund: paid.refundId, amount_minor: paid.amount };
    const now = ctx.clock.now();
    await tx.run(decideRequest, {
      requestId,
      toState: 'approved',
      because,
      refundId: paid.refundId,
      now,
      detail,
    });
    return { ...paid, kind: 'done' };
  });
}

/** Rejects a request; the player reads the reason. */
export async function rejectRequest(
  ctx: Ctx,
  requestId: string,
  because: string,
): Promise<
  { readonly kind: 'done' } | { readonly kind: 'refused'; readonly why: DecisionRefusal }
> {
  return ctx.db.transaction(async (tx) => {
    const request = await openRequest(tx, requestId);
    if (typeof request === 'string') return refused(request);
    await tx.run(decideRequest, {
      requestId,
      toState: 'rejected',
      because,
      refundId: null,
      now: ctx.clock.now(),
      detail: {},
    });
    return { kind: 'done' };
  });
}

/** Refunds an order, or a part of it, without a player's request. */
export async function refundOrder(
  ctx: Ctx,
  decision: {
    readonly orderId: string;
    readonly amount: number | null;
    /** Currency of `amount`. */
    readonly currency: string;
    readonly allowDelivered: boolean;
    readonly allowOverpayment: boolean;
    readonly because: string;
  },
): Promise<RefundDecision> {
  const { orderId, amount, currency, allowDelivered, allowOverpayment, because } = decision;
  const answer = await queryBeforePayBack(ctx, { orderId, allowOverpayment });
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    const order = await tx.maybe(lockOrder, { orderId });
    if (order === null) return refused('no_such_order');
    const paid = await payBack(ctx, tx, {
      orderId,
      amount,
      currency,
      allowDelivered,
      allowOverpayment,
      queried: answer.refunds,
      reason: 'operator',
    });
    if (paid.kind === 'refused') return paid;
    await tx.run(noteOperatorRefund, {
      orderId,
      now: ctx.clock.now(),
      refundId: paid.refundId,
      because,
    });
    return { ...paid, kind: 'done' };
  });
}

async function openRequest(
  tx: Tx,
  requestId: string,
): Promise<RequestRow | 'no_such_request' | 'decided_already'> {
  const request = await tx.maybe(lockRequest, { requestId });
  if (request === null) return 'no_such_request';
  return request.state === 'open' ? request : 'decided_already';
}
