import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { lockOrder } from '../orders/queries.ts';
import { currencyToPayBack } from './operator-queries.ts';
import {
  payBack,
  queryBeforePayBack,
  type AtEnd,
  type AtRefundEnd,
  type PayBackRefusal,
  type RefundChoice,
  type Refunded,
} from './pay-back.ts';
import {
  decideRequest,
  lockRequest,
  noteOperatorRefund,
  requestById,
  type RequestRow,
} from './queries.ts';
import { refused } from './rules.ts';

type DecisionRefusal =
  | PayBackRefusal
  | 'no_such_request'
  | 'no_such_order'
  | 'decided_already'
  | 'asks_for_something_else';

type Decision = Refunded<DecisionRefusal>;

/** Currency of the sum that a request asks for; null for an unknown request. */
export async function currencyOfRequest(ctx: Ctx, requestId: string): Promise<string | null> {
  return (await ctx.db.maybe(requestById, { requestId }))?.currency ?? null;
}

/** Currency of the payment that goes back first, an overpayment before others; null for no order. */
export async function currencyOfOrder(
  ctx: Ctx,
  orderId: string,
  allowOverpayment: boolean,
): Promise<string | null> {
  return (await ctx.db.maybe(currencyToPayBack, { orderId, allowOverpayment }))?.currency ?? null;
}

/** Reserves the sum, approves the request and writes history in one transaction. */
export async function approveRefund(
  ctx: Ctx,
  decision: RefundChoice & { readonly requestId: string; readonly because: string | null },
  finish?: AtRefundEnd,
): Promise<Decision> {
  const { requestId, because, ...choice } = decision;
  const about = await ctx.db.maybe(requestById, { requestId });
  if (about === null) return refused('no_such_request');
  const answer = await queryBeforePayBack(ctx, { ...choice, orderId: about.order_id });
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    const request = await openRequest(tx, requestId);
    if (typeof request === 'string') return refused(request);
    if (request.kind !== 'refund') return refused('asks_for_something_else');
    const { order_id: orderId, currency } = request;
    const wanted = { ...choice, orderId, currency, queried: answer.refunds };
    const paid = await payBack(ctx, tx, { ...wanted, reason: 'resolution' });
    if (paid.kind === 'refused') return paid;
    const { refundId, amount } = paid;
    const detail = { refund: refundId, amount_minor: amount };
    const outcome = { toState: 'approved', because, refundId, detail };
    await tx.run(decideRequest, { ...outcome, requestId, now: ctx.clock.now() });
    await finish?.(tx, paid);
    return { ...paid, kind: 'done' };
  });
}

/** Rejects a request; the player reads the reason. */
export async function rejectRequest(
  ctx: Ctx,
  requestId: string,
  because: string,
  finish?: AtEnd<RequestRow>,
) {
  return ctx.db.transaction(async (tx) => {
    const request = await openRequest(tx, requestId);
    if (typeof request === 'string') return refused(request);
    const outcome = { toState: 'rejected', because, refundId: null, detail: {} };
    await tx.run(decideRequest, { ...outcome, requestId, now: ctx.clock.now() });
    await finish?.(tx, request);
    return { kind: 'done' } as const;
  });
}

/** Refunds an order, or a part of it in `currency`, without a player's request. */
export async function refundOrder(
  ctx: Ctx,
  decision: RefundChoice & {
    readonly orderId: string;
    readonly currency: string;
    readonly because: string;
  },
  finish?: AtRefundEnd,
): Promise<Decision> {
  const { because, ...wanted } = decision;
  const { orderId } = wanted;
  const answer = await queryBeforePayBack(ctx, wanted);
  if (answer.kind === 'refused') return answer;
  return ctx.db.transaction(async (tx) => {
    const order = await tx.maybe(lockOrder, { orderId });
    if (order === null) return refused('no_such_order');
    const queried = answer.refunds;
    const paid = await payBack(ctx, tx, { ...wanted, queried, reason: 'operator' });
    if (paid.kind === 'refused') return paid;
    const { refundId } = paid;
    await tx.run(noteOperatorRefund, { orderId, now: ctx.clock.now(), refundId, because });
    await finish?.(tx, paid);
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
