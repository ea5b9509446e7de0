import type { RefundState } from '@webpay/contract/money-back';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/statement.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { ANSWER_LEASE_MS, nextQueryAt } from '../payments/rules.ts';
import { resendDelayMs } from './rules.ts';
import { transitionRefund, type RefundRow } from './queries.ts';

/** Writes one transition of a locked refund and its event; the database refuses unknown ones. */
export async function writeRefundTransition(
  ctx: Ctx,
  tx: Tx,
  refund: Pick<RefundRow, 'id' | 'order_id' | 'state'> & { readonly requested_at?: Date | null },
  to: RefundState,
  transition: {
    readonly source: 'worker' | 'answer' | 'query' | 'webhook' | 'operator';
    readonly gatewayRef?: string | null;
    readonly failure?: string;
    readonly detail?: Readonly<Record<string, Json>>;
  },
): Promise<void> {
  const real = ctx.clock.real();
  await tx.run(transitionRefund, {
    refundId: refund.id,
    orderId: refund.order_id,
    toState: to,
    gatewayRef: transition.gatewayRef ?? null,
    nextAttemptAt: nextAttempt(
      to,
      real.getTime(),
      refund.requested_at ?? null,
      ctx.config.waitScale.pauses,
    ),
    requestedAt: to === 'SUBMITTING' ? real : null,
    failure: to === 'FAILED' ? (transition.failure ?? 'unknown') : null,
    now: ctx.clock.now(),
    source: transition.source,
    fromState: refund.state,
    detail: {
      ...(transition.failure === undefined ? {} : { code: transition.failure }),
      ...transition.detail,
    },
  });
}

function nextAttempt(
  state: RefundState,
  real: number,
  requestedAt: Date | null,
  scale: number,
): Date | null {
  switch (state) {
    case 'SUBMITTING':
      return new Date(real + ANSWER_LEASE_MS);
    case 'RESERVED':
      return new Date(real + resendDelayMs(real - (requestedAt?.getTime() ?? real)) * scale);
    case 'PENDING':
    case 'UNKNOWN':
      return nextQueryAt(real, 0, null, real, scale);
    case 'SUCCEEDED':
    case 'FAILED':
      return null;
    default:
      return unreachable('refund state', state);
  }
}

/** Time of the next query of an unresolved or waiting refund. */
export function nextRefundQuery(ctx: Ctx, refund: RefundRow, queries: number): Date {
  const real = ctx.clock.real().getTime();
  const since = refund.created_at.getTime();
  return nextQueryAt(real, queries, null, since, ctx.config.waitScale.pauses);
}
