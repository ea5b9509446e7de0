import type { Ctx } from '../../context.ts';
import { applyDisputeUpdate } from '../disputes/apply-dispute-update.ts';
import { settleQuarantined, unconfirmedReversal } from './operator-queries.ts';
import { refused } from './rules.ts';

/**
 * Applies a reversal that the operator saw at the gateway although its API never confirmed it (docs/decisions/0015).
 * Idempotent: the quarantined message is settled last.
 */
export async function confirmChargeback(
  ctx: Ctx,
  decision: { readonly number: number; readonly because: string },
) {
  const { number, because } = decision;
  const message = await ctx.db.maybe(unconfirmedReversal, { quarantineId: number });
  if (message === null) return refused('no_such_reversal');
  const update = ctx.gateways[message.provider].readNotification(message.body)?.update ?? null;
  if (update?.kind !== 'case') return refused('no_such_reversal');
  const end = await applyDisputeUpdate(ctx, message.provider, update, { isSeen: true });
  if (end.kind === 'later') return refused('refund_under_way');
  if (end.kind === 'quarantine') return refused('reversal_does_not_fit');
  await ctx.db.maybe(settleQuarantined, { quarantineId: number, now: ctx.clock.now(), because });
  return { kind: 'done' } as const;
}
