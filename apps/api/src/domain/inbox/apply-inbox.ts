import type { Ctx } from '../../context.ts';
import type { MoneyBackUpdate, Notification } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { applyDisputeUpdate, applyFraudWarning } from '../disputes/apply-dispute-update.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyPaymentResult } from './apply-payment-message.ts';
import { settleInbox, takeInbox, insertQuarantine } from '../payments/queries.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import type { UpdateOutcome } from '../refunds/find-paid-attempt.ts';

/** Tries without an end after which an operator should look, told once. */
const FAILS_OFTEN = 5;
/** A message that its gateway does not bear out is asked about so long, then it is for a person. */
const PATIENCE_MS = 600_000;

/**
 * Applies one stored message of a gateway, once: words about payments by the payments' table, news
 * of money on its way back by those of refunds and cases. A crash on the way leaves the row to the
 * sweep; applying it again changes nothing.
 */
export async function applyInbox(ctx: Ctx, inboxId: number): Promise<void> {
  const row = await ctx.db.maybe(takeInbox, { inboxId, realNow: ctx.clock.real() });
  if (row === null) return;
  if (row.attempts === FAILS_OFTEN) {
    raiseAlert(ctx, 'inbox_row_stuck', { provider: row.provider, event: row.event_key });
  }
  const notification = ctx.gateways[row.provider].readNotification(row.body);
  if (notification !== null && notification.word !== null) {
    await applyPaymentResult(ctx, row, { ...notification, word: notification.word });
  } else if (notification !== null && notification.news !== null) {
    await applyUpdate(ctx, row, notification, notification.news);
  } else {
    // Signed by the gateway, and nothing we know: kept with its body for a person.
    await ctx.db.run(settleInbox, {
      inboxId: row.id,
      appliedAt: ctx.clock.now(),
      outcome: `kept:${row.event_type}`,
    });
    raiseAlert(ctx, 'notification_not_understood', {
      provider: row.provider,
      event: row.event_key,
    });
  }
}

type Row = {
  readonly id: number;
  readonly provider: 'payermax' | 'paypal';
  readonly received_at: Date;
};

async function applyUpdate(
  ctx: Ctx,
  row: Row,
  notification: Notification,
  news: MoneyBackUpdate,
): Promise<void> {
  const now = ctx.clock.now();
  const heard = await endOf(ctx, row.provider, news);
  const isOld = now.getTime() - row.received_at.getTime() > PATIENCE_MS;
  const end = heard.kind === 'later' && isOld ? (heard.orElse ?? heard) : heard;
  switch (end.kind) {
    case 'later':
      // Its payment or an earlier refund is still in doubt: the row stays due.
      return;
    case 'applied':
      await ctx.db.run(settleInbox, { inboxId: row.id, appliedAt: now, outcome: end.outcome });
      return;
    case 'quarantine': {
      const said = { ...news, event: notification.eventKey };
      await ctx.db.transaction(async (tx) => {
        const { attemptId, reason } = end;
        await tx.run(insertQuarantine, {
          provider: row.provider,
          attemptId,
          source: 'webhook',
          reason,
          said,
          now,
        });
        await tx.run(settleInbox, { inboxId: row.id, appliedAt: now, outcome: 'quarantine' });
      });
      ctx.metrics.quarantined.inc({ provider: row.provider, reason: end.reason });
      raiseAlert(ctx, 'quarantine', {
        provider: row.provider,
        event: notification.eventKey,
        why: end.reason,
      });
      return;
    }
    default:
      return unreachable('end', end);
  }
}

function endOf(ctx: Ctx, provider: Row['provider'], news: MoneyBackUpdate): Promise<UpdateOutcome> {
  switch (news.kind) {
    case 'refund':
      return applyRefundUpdate(ctx, provider, news);
    case 'case':
      return applyDisputeUpdate(ctx, provider, news);
    case 'fraud':
      return applyFraudWarning(ctx, provider, news);
    default:
      return unreachable('news', news);
  }
}
