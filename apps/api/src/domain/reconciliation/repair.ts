import type { Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { StatementRefund } from '../../gateways/port.ts';
import { resolveIndeterminate } from '../payments/resolve-indeterminate.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import type { Difference } from './difference.ts';

/** Repairs by the normal path, as if by a query's answer or the gateway's message. Writes no state itself. */
export async function repair(
  ctx: Ctx,
  account: Account,
  differences: readonly Difference[],
  refunds: readonly StatementRefund[],
): Promise<void> {
  for (const each of differences) {
    try {
      await repairOne(ctx, account, each, refunds);
    } catch (error) {
      ctx.log.error({ err: error, subject: each.subject }, 'a difference could not be repaired');
    }
  }
}

async function repairOne(
  ctx: Ctx,
  account: Account,
  difference: Difference,
  refunds: readonly StatementRefund[],
): Promise<void> {
  const { attemptId, ours } = difference;
  if (difference.class === 'captured_there_unknown_here' && attemptId !== null) {
    if (ours?.state !== 'SUCCEEDED') await resolveIndeterminate(ctx, attemptId, true);
  }
  if (difference.class !== 'refunded_there_not_here') return;
  const found = refunds.find(({ id }) => id === difference.subject);
  if (found === undefined) return;
  const { id: gatewayRef, at: _, ...refund } = found;
  // The statement is this account's own.
  await applyRefundUpdate(ctx, account, {
    ...refund,
    kind: 'refund',
    gatewayRef,
    merchantIsOurs: true,
    result: { kind: 'succeeded', gatewayRef },
  });
}
