import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Mail, MailAnswer } from '../../games/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { orderStateForUpdate } from './delivery-queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { presumeGiven } from './doubt-queries.ts';
import { accountsHere, endReminder } from './payment-reminders.ts';
import { refundUndelivered } from './refund-undelivered.ts';
import { eventMail, purchaseMail } from './write-mail.ts';
import {
  cancelRefunded,
  recordAttempt,
  refundedOrderOfMail,
  takeMail,
  type MailToSend,
} from './queries.ts';
import { cancelUnsent } from './unsent-queries.ts';
import { retryDelayMs } from './rules.ts';

type SendResult = {
  readonly state: 'delivered' | 'retrying' | 'rejected';
  readonly reason: 'mailbox_full' | 'maintenance' | 'error' | null;
  readonly mailId: string | null;
  readonly why: string | null;
  /** The game gave no answer. */
  readonly isSilent: boolean;
  /** This attempt or an earlier one ended without an answer. */
  readonly maybeGiven: boolean;
  /** The seven days ended in doubt: an operator decides. */
  readonly isParked: boolean;
};

/**
 * Sends one due mail of the outbox: leases it, calls the game outside any transaction, records the
 * answer. A second sending is harmless: the same key gives the same mail. Silence is never taken for
 * a refusal (docs/decisions/0030).
 */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const realNow = ctx.clock.real();
  const now = ctx.clock.now();
  const taken = { id: mailId, realNow, now, accounts: accountsHere(ctx.gateways) };
  const mail = await ctx.db.maybe(takeMail, taken);
  if (mail === null) {
    await ctx.db.run(endReminder, taken);
    await endRefunded(ctx, mailId);
    return;
  }
  await sendLeased(ctx, mail);
}

/** Calls the game with a leased mail, outside any transaction, and records the answer. */
export async function sendLeased(ctx: Ctx, mail: MailToSend): Promise<void> {
  const project = ctx.catalogue.project(mail.project);
  const answer: MailAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.sendMail(project.gameAddress, contentOf(ctx, mail, project));
  await record(ctx, mail, endOf(ctx, mail, answer));
}

function contentOf(ctx: Ctx, mail: MailToSend, project: Project): Mail {
  const { order_id, order_no, lines, sale, mail: text, items } = mail;
  if (order_id !== null && order_no !== null && lines !== null && sale !== null) {
    return purchaseMail({ ...mail, order_no, lines }, project, {
      order_id,
      order_no,
      products: lines.map(({ product_id, count }) => ({ product_id, count })),
      price: fromMinor(sale.minor, sale.currency),
      paid_at: sale.paid_at,
      test: ctx.config.mode === 'sandbox',
    });
  }
  if (text !== null && items !== null) return eventMail({ ...mail, mail: text, items }, project);
  throw new Error(`mail ${mail.id} has no content`);
}

/** Cancels an unleased mail of a refunded order; doubtful goods count as delivered. */
async function endRefunded(ctx: Ctx, id: string): Promise<void> {
  const times = { realNow: ctx.clock.real(), now: ctx.clock.now() };
  await ctx.db.transaction(async (tx) => {
    const order = await tx.maybe(refundedOrderOfMail, { id });
    if (order === null) return;
    await tx.run(presumeGiven, { ...order, ...times, source: 'worker', why: 'refunded' });
    await tx.run(cancelRefunded, { id, ...times });
  });
}

function endOf(ctx: Ctx, mail: MailToSend, answer: MailAnswer): SendResult {
  const { maybe_given: maybeGiven } = mail;
  const ended = { reason: null, mailId: null, why: null, maybeGiven };
  const answered = { ...ended, isSilent: false, isParked: false };
  switch (answer.kind) {
    case 'sent':
      return { ...answered, state: 'delivered', mailId: answer.mailId };
    case 'rejected':
      return { ...answered, state: 'rejected', why: answer.why };
    case 'mailbox_full':
    case 'maintenance':
    case 'silent': {
      const isSilent = answer.kind === 'silent';
      const why = isSilent ? answer.why : answer.kind;
      const isOver = mail.give_up_at.getTime() <= ctx.clock.real().getTime();
      // A reminder carries no goods: nothing is lost or doubled.
      const isDoubtful = (maybeGiven || isSilent) && mail.kind !== 'reminder';
      const doubt = { ...answered, why, isSilent, maybeGiven: maybeGiven || isSilent };
      if (isOver && !isDoubtful) return { ...doubt, state: 'rejected' };
      const reason = isSilent || isOver ? 'error' : answer.kind;
      return { ...doubt, state: 'retrying', reason, isParked: isOver };
    }
  }
}

async function record(ctx: Ctx, mail: MailToSend, end: SendResult): Promise<void> {
  // A delivered mail needs no other row, so one statement is its transaction.
  const recorded =
    end.state === 'delivered'
      ? await recordIn(ctx, ctx.db, mail, end)
      : await ctx.db.transaction((tx) => recordIn(ctx, tx, mail, end));
  if (recorded === 'overtaken') return;
  const isParked = end.isParked && recorded !== 'closed';
  ctx.metrics.deliveries.inc({ outcome: isParked ? 'parked' : (end.reason ?? end.state) });
  if (end.state === 'delivered' && mail.kind === 'purchase' && mail.paid_at !== null) {
    ctx.metrics.mailSeconds.observe((ctx.clock.nowMs() - mail.paid_at.getTime()) / 1000);
  }
  if (end.state === 'rejected') raiseRejected(ctx, mail, end.why);
  if (isParked) {
    const { id, kind, project, order_id: order } = mail;
    raiseAlert(ctx, 'mail_parked', { mail: id, kind, project, order, why: end.why });
  }
}

/** `overtaken`: another attempt took over. `closed`: the order was refunded meanwhile. */
type Recorded = 'recorded' | 'overtaken' | 'closed';

/** Records an attempt's end; locks the order first. */
async function recordIn(ctx: Ctx, tx: Tx, mail: MailToSend, end: SendResult): Promise<Recorded> {
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
    realNow,
  });
  if (recorded === null) return 'overtaken';
  if (orderId !== null && end.state === 'rejected' && mail.kind === 'purchase') {
    await refundUndelivered(ctx, tx, orderId, 'worker');
  }
  if (orderId === null || end.state !== 'retrying' || order?.state !== 'refunded')
    return 'recorded';
  const ending = { orderId, realNow, now, source: 'worker', why: 'refunded' };
  await tx.run(presumeGiven, ending);
  if (mail.kind === 'purchase') await tx.run(cancelUnsent, ending);
  else await tx.run(cancelRefunded, { id: mail.id, realNow, now });
  return 'closed';
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
