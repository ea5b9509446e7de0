import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { writeNotice } from '../game-notices/write-notice.ts';
import { presumeGiven } from '../mail/doubt-queries.ts';
import { cancelUnsent } from '../mail/unsent-queries.ts';
import { transitionOrder } from '../orders/queries.ts';
import { isAllBack } from './rules.ts';
import type { RefundReason } from './queries.ts';
import { lockPaidAttempt } from './lock-rows.ts';

/**
 * Tells the game of a refund that succeeded, and ends an order as `refunded`, with its unsent mails, once its whole payment
 * went back. Goods that may have been given count as delivered. An overpayment bought no goods: the game hears nothing.
 */
export async function finishOrder(
  ctx: Ctx,
  tx: Tx,
  refund: {
    readonly id: string;
    readonly attempt_id: string;
    readonly amount_minor: number;
    readonly reason: RefundReason;
  },
  source: string,
): Promise<void> {
  const paid = await lockPaidAttempt(tx, refund.attempt_id);
  const { order_id: orderId } = paid;
  if (paid.is_overpayment) return;
  const { id, amount_minor: amount } = refund;
  await writeNotice(ctx, tx, { id: `refund:${id}`, kind: 'refund', amount, paid });
  if (paid.order_state !== 'success' || !isAllBack(paid)) return;
  const now = ctx.clock.now();
  const mails = { orderId, realNow: ctx.clock.real(), now, source, why: 'refunded' };
  await tx.run(presumeGiven, mails);
  await tx.run(cancelUnsent, mails);
  await tx.run(transitionOrder, {
    orderId,
    toState: 'refunded',
    // The contract's reason for every refund by the shop, requested or not.
    reason: refund.reason === 'not_deliverable' ? 'not_deliverable' : 'resolution',
    now,
    source,
    event: 'refunded',
  });
}
