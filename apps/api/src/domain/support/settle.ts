import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseLater, type LaterAlerts } from '../../platform/monitoring/alert.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { joinTransaction } from './join-transaction.ts';
import { settleQuarantined } from './operator-queries.ts';
import { settleMail, settleReward } from './refused-mail-queries.ts';

type Decision = { readonly because: string };
/** The last statements of an operation's transaction. */
type Finish<T> = (tx: Tx, settled: T) => Promise<void>;

export type SettledMessage = {
  readonly reason: string;
  /** The refund that counts as done from now on, its sum in minor units; null: nothing was booked. */
  readonly booked: {
    readonly refundId: string;
    readonly minor: number;
    readonly currency: string;
  } | null;
};

/**
 * Closes a quarantined gateway message. The success of a refund whose money went another way too is booked, when the
 * payment still has its sum: the gateway's money is gone (docs/decisions/0087).
 * @returns null when none is open
 */
export async function settleMessage(
  ctx: Ctx,
  { number, because }: Decision & { readonly number: number },
  finish?: Finish<SettledMessage>,
): Promise<SettledMessage | null> {
  const now = ctx.clock.now();
  const laterAlerts: LaterAlerts = [];
  const end = await ctx.db.transaction(async (tx) => {
    laterAlerts.length = 0;
    const settled = await tx.maybe(settleQuarantined, { quarantineId: number, now, because });
    if (settled === null) return null;
    const { reason, refund_id: refundId, gateway_ref: gatewayRef } = settled;
    let booked: SettledMessage['booked'] = null;
    if (reason === 'refund_succeeded_does_not_fit' && refundId !== null) {
      const result = { kind: 'succeeded', gatewayRef } as const;
      const joined = joinTransaction(ctx, tx, laterAlerts);
      const { effect, refund } = await applyRefundResult(joined, refundId, result, 'query');
      const { amount_minor: minor, currency } = refund;
      if (effect === 'SUCCEEDED') booked = { refundId, minor, currency };
    }
    await finish?.(tx, { reason, booked });
    return { reason, booked };
  });
  raiseLater(ctx, laterAlerts);
  return end;
}

/** The order of a resend, or the event of a mail. */
export type MailOwner = { readonly orderId: string } | { readonly eventId: string };

/** Closes a resend or an event mail that its game refused. @returns its owner, or null when none is open */
export async function settleRefusedMail(
  ctx: Ctx,
  { id, because }: Decision & { readonly id: string },
  finish?: Finish<MailOwner>,
): Promise<MailOwner | null> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const owner = await settleOne(tx, { id, because, now });
    if (owner !== null) await finish?.(tx, owner);
    return owner;
  });
}

async function settleOne(
  tx: Tx,
  { id, because, now }: Decision & { readonly id: string; readonly now: Date },
): Promise<MailOwner | null> {
  const [mail] = await tx.many(settleMail, { resendId: id, now, because });
  if (mail !== undefined) return { orderId: mail.order_id };
  const [reward] = await tx.many(settleReward, { rewardId: id, now, because });
  return reward === undefined ? null : { eventId: reward.event_id };
}
