import type { Ctx } from '../../context.ts';
import { applyDisputeUpdate } from '../disputes/apply-dispute-update.ts';
import { settleQuarantined, unconfirmedReversal } from './operator-sql.ts';

export type ChargebackConfirmation =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused';
      readonly why: 'no_such_reversal' | 'refund_under_way' | 'reversal_does_not_fit';
    };

const refused = (
  why: Extract<ChargebackConfirmation, { kind: 'refused' }>['why'],
): ChargebackConfirmation => ({
  kind: 'refused',
  why,
});

/**
 * An operator has seen in the gateway's own pages that a payment was reversed, though what it answers
 * about the payment never showed it: its message counts as it stands (docs/decisions/0015). Said
 * twice it is lost once, and a word by which it can be found again is settled last.
 */
export async function confirmChargeback(
  ctx: Ctx,
  decision: { readonly number: number; readonly because: string },
): Promise<ChargebackConfirmation> {
  const { number, because } = decision;
  const kept = await ctx.db.maybe(unconfirmedReversal, { quarantineId: number });
  if (kept === null) return refused('no_such_reversal');
  const news = ctx.gateways[kept.provider].readNotification(kept.body)?.news ?? null;
  if (news?.kind !== 'case') return refused('no_such_reversal');
  const end = await applyDisputeUpdate(ctx, kept.provider, news, { isSeen: true });
  if (end.kind === 'later') return refused('refund_under_way');
  if (end.kind === 'quarantine') return refused('reversal_does_not_fit');
  await ctx.db.maybe(settleQuarantined, { quarantineId: number, now: ctx.clock.now(), because });
  return { kind: 'done' };
}
