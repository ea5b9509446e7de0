import type { Ctx } from '../../context.ts';
import type { MoneyBackUpdate, Notification } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { applyDisputeUpdate, applyFraudWarning } from '../disputes/apply-dispute-update.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyPaymentResult } from './apply-payment-message.ts';
import { insertQuarantine } from '../payments/queries.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import type { UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { settleInbox, takeInbox } from './queries.ts';

/** Raises one alert when a row has had this many attempts. */
const ALERT_AT_ATTEMPTS = 5;
/** A message that its gateway does not confirm for this long goes to an operator. */
const CONFIRMATION_TIMEOUT_MS = 600_000;

/** Applies one stored gateway message once; a crash leaves it to the sweep. */
export async function applyInbox(ctx: Ctx, inboxId: number): Promise<void> {
  const row = await ctx.db.maybe(takeInbox, { inboxId, realNow: ctx.clock.real() });
  if (row === null) return;
  if (row.attempts === ALERT_AT_ATTEMPTS) {
    raiseAlert(ctx, 'inbox_row_stuck', { provider: row.provider, event: row.event_key });
  }
  const notification = ctx.gateways[row.provider].readNotification(row.body);
  if (notification !== null && notification.result !== null) {
    await applyPaymentResult(ctx, row, { ...notification, result: notification.result });
  } else if (notification !== null && notification.update !== null) {
    await applyUpdate(ctx, row, notification, notification.update);
  } else {
    // Signed but not understood: stored with its body for an operator.
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
  update: MoneyBackUpdate,
): Promise<void> {
  const now = ctx.clock.now();
  const found = await outcomeOf(ctx, row.provider, update);
  const isOld = now.getTime() - row.received_at.getTime() > CONFIRMATION_TIMEOUT_MS;
  const outcome = found.kind === 'later' && isOld ? (found.orElse ?? found) : found;
  switch (outcome.kind) {
    case 'later':
      // Its payment or an earlier refund is unresolved: the row stays due.
      return;
    case 'applied':
      await ctx.db.run(settleInbox, { inboxId: row.id, appliedAt: now, outcome: outcome.outcome });
      return;
    case 'quarantine': {
      const result = { ...update, event: notification.eventKey };
      await ctx.db.transaction(async (tx) => {
        const { attemptId, reason } = outcome;
        await tx.run(insertQuarantine, {
          provider: row.provider,
          attemptId,
          source: 'webhook',
          reason,
          result,
          now,
        });
        await tx.run(settleInbox, { inboxId: row.id, appliedAt: now, outcome: 'quarantine' });
      });
      ctx.metrics.quarantined.inc({ provider: row.provider, reason: outcome.reason });
      raiseAlert(ctx, 'quarantine', {
        provider: row.provider,
        event: notification.eventKey,
        why: outcome.reason,
      });
      return;
    }
    default:
      return unreachable('outcome', outcome);
  }
}

function outcomeOf(
  ctx: Ctx,
  provider: Row['provider'],
  update: MoneyBackUpdate,
): Promise<UpdateOutcome> {
  switch (update.kind) {
    case 'refund':
      return applyRefundUpdate(ctx, provider, update);
    case 'case':
      return applyDisputeUpdate(ctx, provider, update);
    case 'fraud':
      return applyFraudWarning(ctx, provider, update);
    default:
      return unreachable('update', update);
  }
}
