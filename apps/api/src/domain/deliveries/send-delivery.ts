import type { Ctx } from '../../context.ts';
import type { MailAnswer } from '../../games/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { mailOf } from './mail.ts';
import { retryDelayMs } from './rules.ts';
import { reserveRefund } from './reserve-refund.ts';
import {
  cancelLeftBehind,
  orderStateForUpdate,
  recordTry,
  takeDelivery,
  type DeliveryToSend,
} from './sql.ts';
import { cancelUnsent } from './stop-sql.ts';

export type TryEnd = {
  readonly state: 'delivered' | 'retrying' | 'rejected';
  readonly reason: 'mailbox_full' | 'maintenance' | 'error' | null;
  readonly mailId: string | null;
  readonly why: string | null;
};

/**
 * Sends the mail of one paid order, if it is due and nobody else holds it: takes a lease, calls
 * the game with the delivery's id as the mail's key outside any transaction, records the answer.
 * Sending twice is harmless: the same key gives the same mail.
 */
export async function sendDelivery(ctx: Ctx, deliveryId: string): Promise<void> {
  const delivery = await ctx.db.maybe(takeDelivery, { id: deliveryId, realNow: ctx.clock.real() });
  if (delivery === null) {
    await ctx.db.run(cancelLeftBehind, {
      id: deliveryId,
      realNow: ctx.clock.real(),
      now: ctx.clock.now(),
    });
    return;
  }
  const project = ctx.catalogue.project(delivery.project);
  const answer: MailAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.sendMail(project.gameAddress, mailOf(delivery, project));
  await record(ctx, delivery, endOf(ctx, delivery, answer));
}

/** What the game's answer makes of a try. */
export function endOf(
  ctx: Ctx,
  delivery: Pick<DeliveryToSend, 'give_up_at'>,
  answer: MailAnswer,
): TryEnd {
  switch (answer.kind) {
    case 'sent':
      return { state: 'delivered', reason: null, mailId: answer.mailId, why: null };
    case 'rejected':
      return { state: 'rejected', reason: null, mailId: null, why: answer.why };
    case 'mailbox_full':
    case 'maintenance':
      return retryOrGiveUp(ctx, delivery, answer.kind, answer.kind);
    case 'silent':
      return retryOrGiveUp(ctx, delivery, 'error', answer.why);
    default:
      return unreachable('answer', answer);
  }
}

function retryOrGiveUp(
  ctx: Ctx,
  delivery: Pick<DeliveryToSend, 'give_up_at'>,
  reason: NonNullable<TryEnd['reason']>,
  why: string,
): TryEnd {
  const isOver = delivery.give_up_at.getTime() <= ctx.clock.real().getTime();
  return {
    state: isOver ? 'rejected' : 'retrying',
    reason: isOver ? null : reason,
    mailId: null,
    why,
  };
}

async function record(ctx: Ctx, delivery: DeliveryToSend, end: TryEnd): Promise<void> {
  const delayMs = retryDelayMs(delivery.refused + 1, ctx.config.waitScale.pauses);
  const nextTryAt = new Date(ctx.clock.real().getTime() + delayMs);
  const recorded = await ctx.db.transaction(async (tx) => {
    // What ends a delivery or gives money back takes the order's lock first, as every step of money does.
    const order =
      end.state === 'delivered'
        ? null
        : await tx.one(orderStateForUpdate, { orderId: delivery.order_id });
    const rows = await tx.many(recordTry, {
      id: delivery.id,
      tries: delivery.attempts,
      state: end.state,
      reason: end.reason,
      nextTryAt,
      mailId: end.mailId,
      now: ctx.clock.now(),
      event: `mail_${end.state}`,
      fromState: delivery.state,
      detail: { tries: delivery.attempts, why: end.why },
    });
    if (rows.length > 0 && end.state === 'rejected') {
      await reserveRefund(ctx, tx, delivery.order_id);
    }
    if (rows.length > 0 && end.state === 'retrying' && order?.state === 'refunded') {
      const { order_id: orderId } = delivery;
      await tx.run(cancelUnsent, {
        orderId,
        realNow: ctx.clock.real(),
        now: ctx.clock.now(),
        source: 'worker',
        why: 'refunded',
      });
    }
    return rows.length > 0;
  });
  if (!recorded) return;
  ctx.metrics.deliveries.inc({ outcome: end.reason ?? end.state });
  if (end.state === 'delivered' && delivery.paid_at !== null) {
    ctx.metrics.mailSeconds.observe((ctx.clock.nowMs() - delivery.paid_at.getTime()) / 1000);
  }
  if (end.state === 'rejected') {
    ctx.metrics.alerts.inc({ kind: 'delivery_rejected' });
    ctx.log.error({ alarm: 'delivery_rejected', order: delivery.order_id, why: end.why }, 'alarm');
  }
}
