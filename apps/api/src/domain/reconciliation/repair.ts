import type { Ctx } from '../../context.ts';
import type { StatementRefund } from '../../gateways/port.ts';
import { resolveIndeterminate } from '../payments/resolve-indeterminate.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import type { Difference, Provider } from './difference.ts';

/**
 * Mends what the normal path can mend: money of an attempt of ours that we do not know of is asked
 * for at its gateway now; a refund we do not know of is applied as the gateway's own word about it.
 * No state is written here.
 */
export async function repair(
  ctx: Ctx,
  provider: Provider,
  differences: readonly Difference[],
  refunds: readonly StatementRefund[],
): Promise<void> {
  for (const each of differences) {
    try {
      await repairOne(ctx, provider, each, refunds);
    } catch (error) {
      ctx.log.error({ err: error, subject: each.subject }, 'a difference could not be repaired');
    }
  }
}

async function repairOne(
  ctx: Ctx,
  provider: Provider,
  difference: Difference,
  refunds: readonly StatementRefund[],
): Promise<void> {
  const { attemptId, ours } = difference;
  if (difference.class === 'captured_there_unknown_here') {
    if (attemptId !== null && ours?.state !== 'SUCCEEDED')
      await resolveIndeterminate(ctx, attemptId);
    return;
  }
  if (difference.class !== 'refunded_there_not_here') return;
  const refund = refunds.find(({ id }) => id === difference.subject);
  if (refund === undefined) return;
  const { amount, currency } = refund;
  await applyRefundUpdate(ctx, provider, {
    kind: 'refund',
    refundId: refund.refundId,
    gatewayRef: refund.id,
    attemptId: refund.attemptId,
    captureRef: refund.captureRef,
    amount,
    currency,
    // It stands in our own account's statement.
    merchantIsOurs: true,
    word: { kind: 'succeeded', gatewayRef: refund.id },
  });
}
