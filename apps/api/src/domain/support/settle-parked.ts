import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { MailKind } from '../mail/queries.ts';
import { endParked, parkedMail, retryParked } from '../mail/doubt-queries.ts';
import { refundUndelivered } from '../mail/refund-undelivered.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { lockOrder } from '../orders/queries.ts';
import { refused } from './rules.ts';

/** An ended or resent mail, with the money that it returns. */
type Settled = {
  readonly mail: { readonly kind: MailKind; readonly order_id: string | null };
  readonly back: { readonly minor: number; readonly currency: string } | null;
};

/** `delivered`: the game's own records show the mail. `retry`: send it again, for seven days. */
export type ParkedDecision = 'delivered' | 'undelivered' | 'retry';

/**
 * Ends or resends a mail that waits because its game never answered (docs/decisions/0030). A
 * purchase that was not delivered is refunded; other mails stay listed as refused. One transaction
 * decides, and of several operators the first.
 * @param finish the transaction's last statements
 */
export async function settleParked(
  ctx: Ctx,
  decision: { readonly id: string; readonly as: ParkedDecision; readonly because: string },
  finish?: (tx: Tx, settled: Settled) => Promise<void>,
) {
  const { id } = decision;
  return ctx.db.transaction(async (tx) => {
    const found = await tx.maybe(parkedMail, { id });
    if (found === null) return refused('no_such_parked_mail');
    // Locks the order before the mail, as every statement about both does.
    if (found.order_id !== null) await tx.one(lockOrder, { orderId: found.order_id });
    const mail = await decide(ctx, tx, decision);
    if (mail === null) return refused('no_such_parked_mail');
    const { kind, order_id: orderId } = mail;
    const isPurchase = kind === 'purchase' && orderId !== null;
    const isBack = decision.as === 'undelivered' && isPurchase;
    const back = isBack ? await refundUndelivered(ctx, tx, orderId, 'operator') : null;
    await finish?.(tx, { mail, back });
    return { kind: 'done', mail } as const;
  });
}

async function decide(
  ctx: Ctx,
  tx: Tx,
  {
    id,
    as,
    because,
  }: { readonly id: string; readonly as: ParkedDecision; readonly because: string },
) {
  const now = ctx.clock.now();
  if (as !== 'retry') {
    const state = as === 'delivered' ? 'delivered' : 'rejected';
    return tx.maybe(endParked, { id, state, because, now });
  }
  const realNow = ctx.clock.real();
  const giveUpAt = new Date(realNow.getTime() + GIVE_UP_AFTER_MS);
  return tx.maybe(retryParked, { id, because, giveUpAt, realNow, now });
}
