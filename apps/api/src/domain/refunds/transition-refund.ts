import type { RefundState } from '@webpay/contract/money-back';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/statement.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { ANSWER_LEASE_MS, nextQueryAt } from '../payments/rules.ts';
import { isLeftToPerson, RETRIES, RETRY_EVERY_MS, resendDelayMs } from './rules.ts';
import { transitionRefund } from './queries.ts';
import type { RefundRow } from './lock-queries.ts';

/** Writes one transition of a locked refund and its event; the database refuses unknown ones. */
export async function writeRefundTransition(
  ctx: Ctx,
  tx: Tx,
  refund: { readonly id: string; readonly requested_at?: Date | null },
  to: RefundState,
  transition: {
    readonly source: 'worker' | 'answer' | 'query' | 'webhook' | 'operator';
    readonly gatewayRef?: string | null;
    readonly failure?: string;
    /** The days in which the method returns money end before the next attempt. */
    readonly isLast?: boolean;
    readonly detail?: Readonly<Record<string, Json>>;
  },
): Promise<void> {
  const real = ctx.clock.real();
  const isOver = transition.isLast === true || isLeftToPerson(transition.failure);
  await tx.run(transitionRefund, {
    refundId: refund.id,
    toState: to,
    gatewayRef: transition.gatewayRef ?? null,
    nextAttemptAt: nextAttempt(ctx, to, real.getTime(), refund.requested_at ?? null),
    requestedAt: to === 'SUBMITTING' ? real : null,
    failure: to === 'FAILED' ? (transition.failure ?? 'unknown') : null,
    retryAt: isOver ? null : new Date(ctx.clock.nowMs() + RETRY_EVERY_MS),
    retries: RETRIES,
    now: ctx.clock.now(),
    source: transition.source,
    detail: { code: transition.failure, ...transition.detail },
  });
}

function nextAttempt(ctx: Ctx, to: RefundState, real: number, sentAt: Date | null): Date | null {
  const scale = ctx.config.waitScale.pauses;
  switch (to) {
    case 'SUBMITTING':
      return new Date(real + ANSWER_LEASE_MS);
    case 'RESERVED':
      return new Date(real + resendDelayMs(real - (sentAt?.getTime() ?? real)) * scale);
    case 'PENDING':
    case 'UNKNOWN':
      return nextQueryAt(real, 0, null, real, scale);
    case 'SUCCEEDED':
    case 'FAILED':
      return null;
    default:
      return unreachable('refund state', to);
  }
}

/** Time of the next query of an unresolved or waiting refund. */
export function nextRefundQuery(ctx: Ctx, refund: RefundRow, queries: number): Date {
  const { clock, config } = ctx;
  const since = refund.created_at.getTime();
  return nextQueryAt(clock.real().getTime(), queries, null, since, config.waitScale.pauses);
}
