import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import type { MailAnswer } from '../../games/port.ts';
import { findDueDeliveries, type DueDelivery } from '../deliveries/find-due.ts';
import { mailOf } from '../deliveries/mail.ts';
import { retryDelayMs } from '../deliveries/rules.ts';
import { endOf, type TryEnd } from '../deliveries/send-delivery.ts';
import { orderStateForUpdate } from '../deliveries/sql.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { cancelResend, dueResends, recordResend, resendQueues, takeResend } from './resend-sql.ts';

/** The second mails to send now, by the rules of the first ones. */
export function findDueResends(
  ctx: Ctx,
  roomOf: (project: string) => number,
): Promise<readonly DueDelivery[]> {
  return findDueDeliveries(ctx, roomOf, { places: resendQueues, due: dueResends });
}

/**
 * Sends the second mail of an order, as `sendDelivery` sends the first: a lease, its own key at the
 * game, the answer recorded. What the game refuses for good, or for seven days, comes back to the
 * operator.
 */
export async function sendResend(ctx: Ctx, resendId: string): Promise<void> {
  const real = ctx.clock.real();
  const redelivery = await ctx.db.maybe(takeResend, { id: resendId, realNow: real });
  if (redelivery === null) {
    await ctx.db.run(cancelResend, { id: resendId, realNow: real, now: ctx.clock.now() });
    return;
  }
  const project = ctx.catalogue.project(redelivery.project);
  const answer: MailAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.sendMail(project.gameAddress, mailOf(redelivery, project));
  await record(ctx, redelivery, endOf(ctx, redelivery, answer));
}

async function record(ctx: Ctx, redelivery: RowOf<typeof takeResend>, end: TryEnd): Promise<void> {
  const { id, order_id: orderId, attempts } = redelivery;
  const real = ctx.clock.real();
  const recorded = await ctx.db.transaction(async (tx) => {
    // As of every delivery: what does not end in goods takes the order's lock first.
    const order = end.state === 'delivered' ? null : await tx.one(orderStateForUpdate, { orderId });
    const rows = await tx.many(recordResend, {
      id,
      tries: attempts,
      state: end.state,
      reason: end.reason,
      nextTryAt: new Date(
        real.getTime() + retryDelayMs(redelivery.refused + 1, ctx.config.waitScale.pauses),
      ),
      mailId: end.mailId,
      now: ctx.clock.now(),
      event: `second_mail_${end.state}`,
      fromState: redelivery.state,
      detail: { redelivery: id, tries: attempts, why: end.why },
    });
    if (rows.length > 0 && end.state === 'retrying' && order?.state === 'refunded') {
      await tx.run(cancelResend, { id, realNow: real, now: ctx.clock.now() });
    }
    return rows.length > 0;
  });
  if (!recorded) return;
  ctx.metrics.deliveries.inc({ outcome: end.reason ?? end.state });
  if (end.state === 'rejected') {
    raiseAlert(ctx, 'redelivery_rejected', { order: orderId, why: end.why });
  }
}
