import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { settleQuarantined } from './operator-queries.ts';
import { settleMail, settleReward } from './queries.ts';

type Decision = { readonly because: string };
/** The last statements of an operation's transaction. */
type Finish<T> = (tx: Tx, settled: T) => Promise<void>;

/** Closes a quarantined gateway message. @returns its reason, or null when none is open */
export async function settleMessage(
  ctx: Ctx,
  { number, because }: Decision & { readonly number: number },
  finish?: Finish<string>,
): Promise<string | null> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const settled = await tx.maybe(settleQuarantined, { quarantineId: number, now, because });
    if (settled === null) return null;
    await finish?.(tx, settled.reason);
    return settled.reason;
  });
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
