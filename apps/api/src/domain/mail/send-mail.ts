import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Mail, MailAnswer } from '../../games/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { orderStateForUpdate, paidAttempt } from '../deliveries/queries.ts';
import { insertRefund } from '../orders/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { eventMail, purchaseMail } from './write-mail.ts';
import {
  cancelRefunded,
  cancelUnsent,
  recordAttempt,
  takeMail,
  type MailToSend,
} from './queries.ts';
import { retryDelayMs } from './rules.ts';

type AttemptEnd = {
  readonly state: 'delivered' | 'retrying' | 'rejected';
  readonly reason: 'mailbox_full' | 'maintenance' | 'error' | null;
  readonly mailId: string | null;
  readonly why: string | null;
};

/**
 * Sends one due mail of the outbox: leases it, calls the game outside any transaction, records the
 * answer. A second sending is harmless: the same key gives the same mail.
 */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const realNow = ctx.clock.real();
  const mail = await ctx.db.maybe(takeMail, { id: mailId, realNow });
  if (mail === null) {
    await ctx.db.run(cancelRefunded, { id: mailId, realNow, now: ctx.clock.now() });
    return;
  }
  const project = ctx.catalogue.project(mail.project);
  const answer: MailAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.sendMail(project.gameAddress, contentOf(mail, project));
  await record(ctx, mail, endOf(ctx, mail, answer));
}

function contentOf(mail: MailToSend, project: Project): Mail {
  const { order_id: orderId, lines, mail: text, items } = mail;
  if (orderId !== null && lines !== null) {
    return purchaseMail({ ...mail, order_id: orderId, lines }, project);
  }
  if (text !== null && items !== null) return eventMail({ ...mail, mail: text, items }, project);
  throw new Error(`mail ${mail.id} has no content`);
}

function endOf(ctx: Ctx, mail: MailToSend, answer: MailAnswer): AttemptEnd {
  switch (answer.kind) {
    case 'sent':
      return { state: 'delivered', reason: null, mailId: answer.mailId, why: null };
    case 'rejected':
      return { state: 'rejected', reason: null, mailId: null, why: answer.why };
    case 'mailbox_full':
    case 'maintenance':
    case 'silent': {
      const isSilent = answer.kind === 'silent';
      const why = isSilent ? answer.why : answer.kind;
      if (mail.give_up_at.getTime() <= ctx.clock.real().getTime())
        return { state: 'rejected', reason: null, mailId: null, why };
      const reason = isSilent ? 'error' : answer.kind;
      return { state: 'retrying', reason, mailId: null, why };
    }
  }
}

async function record(ctx: Ctx, mail: MailToSend, end: AttemptEnd): Promise<void> {
  const recorded = await ctx.db.transaction((tx) => recordIn(ctx, tx, mail, end));
  if (!recorded) return;
  ctx.metrics.deliveries.inc({ outcome: end.reason ?? end.state });
  if (end.state === 'delivered' && mail.kind === 'purchase' && mail.paid_at !== null) {
    ctx.metrics.mailSeconds.observe((ctx.clock.nowMs() - mail.paid_at.getTime()) / 1000);
  }
  if (end.state === 'rejected') raiseRejected(ctx, mail, end.why);
}

/** Returns false when another attempt took over. Locks the order first. */
async function recordIn(ctx: Ctx, tx: Tx, mail: MailToSend, end: AttemptEnd): Promise<boolean> {
  const { order_id: orderId } = mail;
  const order =
    end.state === 'delivered' || orderId === null
      ? null
      : await tx.one(orderStateForUpdate, { orderId });
  const realNow = ctx.clock.real();
  const now = ctx.clock.now();
  const delayMs = retryDelayMs(mail.refused + 1, ctx.config.waitScale.pauses);
  const recorded = await tx.maybe(recordAttempt, {
    id: mail.id,
    attempts: mail.attempts,
    fromState: mail.state,
    ...end,
    nextAttemptAt: new Date(realNow.getTime() + delayMs),
    now,
  });
  if (recorded === null) return false;
  if (orderId !== null && end.state === 'rejected' && mail.kind === 'purchase') {
    await reserveRefund(ctx, tx, orderId);
  }
  if (orderId !== null && end.state === 'retrying' && order?.state === 'refunded') {
    if (mail.kind === 'purchase')
      await tx.run(cancelUnsent, { orderId, realNow, now, source: 'worker', why: 'refunded' });
    else await tx.run(cancelRefunded, { id: mail.id, realNow, now });
  }
  return true;
}

/**
 * Reserves the rest of an order's payment in the transaction that records the rejection.
 * @throws Error for a delivery without a captured payment
 */
async function reserveRefund(ctx: Ctx, tx: Tx, orderId: string): Promise<void> {
  const paid = await tx.maybe(paidAttempt, { orderId });
  if (paid === null || paid.left_minor === null) {
    throw new Error(`order ${orderId} has a delivery but no captured payment`);
  }
  if (paid.left_minor <= 0) return;
  await tx.one(insertRefund, {
    orderId,
    attemptId: paid.id,
    amountMinor: paid.left_minor,
    currency: paid.currency,
    reason: 'not_deliverable',
    insteadOf: null,
    source: 'worker',
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
    detail: {},
  });
}

/** Raises an alert; a purchase is refunded automatically, an operator decides on the rest. */
function raiseRejected(ctx: Ctx, mail: MailToSend, why: string | null): void {
  const { id, project, order_id: order, event_id: event, reward_kind: kind } = mail;
  switch (mail.kind) {
    case 'purchase':
      return raiseAlert(ctx, 'delivery_rejected', { order, why });
    case 'resend':
      return raiseAlert(ctx, 'redelivery_rejected', { order, why });
    case 'reward':
    case 'reminder':
      return raiseAlert(ctx, 'reward_rejected', { reward: id, project, event, kind, why });
    default:
      return unreachable('mail', mail.kind);
  }
}
