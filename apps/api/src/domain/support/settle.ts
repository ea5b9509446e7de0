import type { Ctx } from '../../context.ts';
import { settleQuarantined } from './operator-queries.ts';
import { settleMail, settleReward } from './queries.ts';

type Decision = { readonly because: string };

/** Closes a quarantined gateway message. @returns its reason, or null when none is open */
export async function settleMessage(
  ctx: Ctx,
  { number, because }: Decision & { readonly number: number },
): Promise<string | null> {
  const now = ctx.clock.now();
  const settled = await ctx.db.maybe(settleQuarantined, { quarantineId: number, now, because });
  return settled?.reason ?? null;
}

/** Closes a resend or an event mail that its game refused. @returns its owner, or null when none is open */
export async function settleRefusedMail(
  ctx: Ctx,
  { id, because }: Decision & { readonly id: string },
): Promise<{ readonly orderId: string } | { readonly eventId: string } | null> {
  const now = ctx.clock.now();
  const [mail] = await ctx.db.many(settleMail, { resendId: id, now, because });
  if (mail !== undefined) return { orderId: mail.order_id };
  const [reward] = await ctx.db.many(settleReward, { rewardId: id, now, because });
  return reward === undefined ? null : { eventId: reward.event_id };
}
