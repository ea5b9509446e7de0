import { gatewayOf, type Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseLater, type LaterAlerts } from '../../platform/monitoring/alert.ts';
import { applyDisputeUpdate } from '../disputes/apply-dispute-update.ts';
import { findPaidAttempt, type UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { joinTransaction } from './join-transaction.ts';
import { settleQuarantined, unconfirmedReversal } from './operator-queries.ts';
import { refused } from './rules.ts';

/** A reversal that an operator saw at its gateway. */
export type Reversal = {
  readonly provider: 'payermax' | 'paypal';
  readonly disputeId: string;
  /** Minor units; null: the message names none. */
  readonly amount: number | null;
  readonly currency: string | null;
};

/**
 * Applies a reversal that the operator saw at the gateway although its API never confirmed it (docs/decisions/0015), and
 * settles its message, in one transaction.
 * @param finish the transaction's last statements
 */
export async function confirmChargeback(
  ctx: Ctx,
  decision: { readonly number: number; readonly because: string },
  finish?: (tx: Tx, reversal: Reversal) => Promise<void>,
) {
  const { number, because } = decision;
  const message = await ctx.db.maybe(unconfirmedReversal, { quarantineId: number });
  if (message === null) return refused('no_such_reversal');
  const { provider, merchant } = message;
  const account = { provider, merchant };
  const update = gatewayOf(ctx.gateways, account).readNotification(message.body)?.update ?? null;
  if (update?.kind !== 'case') return refused('no_such_reversal');
  // Unpaid payments are queried here, because no transaction waits for a gateway.
  const missing = await missingPayment(ctx, account, update);
  if (missing !== null) return refusalOf(missing);
  const laterAlerts: LaterAlerts = [];
  const end = await ctx.db
    .transaction(async (tx) => {
      laterAlerts.length = 0;
      const settled = await tx.maybe(settleQuarantined, {
        quarantineId: number,
        now: ctx.clock.now(),
        because,
      });
      if (settled === null) return refused('no_such_reversal');
      const joined = joinTransaction(ctx, tx, laterAlerts);
      const applied = await applyDisputeUpdate(joined, account, update, { isSeen: true });
      // The message stays open.
      if (applied.kind !== 'applied') throw new NotApplied(applied);
      const { caseId: disputeId, amount, currency } = update;
      await finish?.(tx, { provider, disputeId, amount, currency });
      return { kind: 'done' } as const;
    })
    .catch((error: unknown) => {
      if (error instanceof NotApplied) return refusalOf(error.outcome);
      throw error;
    });
  if (end.kind === 'done') raiseLater(ctx, laterAlerts);
  return end;
}

class NotApplied extends Error {
  readonly outcome: UpdateOutcome;

  constructor(outcome: UpdateOutcome) {
    super('the reversal was not applied');
    this.outcome = outcome;
  }
}

function refusalOf({ kind }: UpdateOutcome) {
  return refused(kind === 'later' ? 'refund_under_way' : 'reversal_does_not_fit');
}

async function missingPayment(
  ctx: Ctx,
  account: Account,
  update: DisputeUpdate,
): Promise<UpdateOutcome | null> {
  for (const named of update.payments) {
    const found = await findPaidAttempt(ctx, account, named);
    if ('kind' in found) return found;
  }
  return null;
}
