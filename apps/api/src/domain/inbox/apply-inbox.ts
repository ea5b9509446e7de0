import { gatewayOf, type Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { MoneyBackUpdate } from '../../gateways/port.ts';
import { applyDisputeUpdate, applyFraudWarning } from '../disputes/apply-dispute-update.ts';
import { hearNews } from '../saved-cards/hear-news.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import {
  applyPaymentResult,
  CONFIRMATION_TIMEOUT_MS,
  quarantineMessage,
} from './apply-payment-message.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import type { UpdateOutcome } from '../refunds/find-paid-attempt.ts';
import { settleCardNews, settleInbox, takeInbox } from './queries.ts';

/** Raises one alert when a row has had this many attempts. */
const ALERT_AT_ATTEMPTS = 5;

/** Applies one stored gateway message once; a crash leaves it to the sweep. */
export async function applyInbox(ctx: Ctx, inboxId: number): Promise<void> {
  const row = await ctx.db.maybe(takeInbox, { inboxId, realNow: ctx.clock.real() });
  if (row === null) return;
  if (row.attempts === ALERT_AT_ATTEMPTS) {
    raiseAlert(ctx, 'inbox_row_stuck', { provider: row.provider, event: row.event_key });
  }
  const { provider, event_key: event } = row;
  const gateway = gatewayOf(ctx.gateways, row);
  // Its merchant has left the configuration: the row stays due, and nobody else's account reads it.
  if (gateway.isMissing === true && gateway.isOpen()) return;
  const notification = gateway.readNotification(row.body);
  if (notification !== null && notification.result !== null) {
    await applyPaymentResult(ctx, row, { ...notification, result: notification.result });
  } else if (notification !== null && notification.update !== null) {
    await applyUpdate(ctx, row, notification.update);
  } else if (notification?.card !== undefined) {
    await hearNews(ctx, notification.card);
    await ctx.db.run(settleCardNews, { inboxId: row.id, now: ctx.clock.now() });
  } else {
    // Signed but not understood: stored with its body for an operator.
    const outcome = `kept:${row.event_type}`;
    await ctx.db.run(settleInbox, { inboxId, outcome, now: ctx.clock.now() });
    raiseAlert(ctx, 'notification_not_understood', { provider, event });
  }
}

async function applyUpdate(
  ctx: Ctx,
  row: RowOf<typeof takeInbox>,
  update: MoneyBackUpdate,
): Promise<void> {
  const { id: inboxId, provider, event_key: event } = row;
  const now = ctx.clock.now();
  const found = await outcomeOf(ctx, row, update);
  const isOld = now.getTime() - row.received_at.getTime() > CONFIRMATION_TIMEOUT_MS;
  const end = found.kind === 'later' && isOld ? (found.orElse ?? found) : found;
  switch (end.kind) {
    case 'later':
      // Its payment or an earlier refund is unresolved: the row stays due.
      return;
    case 'applied':
      await ctx.db.run(settleInbox, { inboxId, outcome: end.outcome, now });
      return;
    case 'quarantine':
      await quarantineMessage(ctx, row, end, { ...update, event });
      raiseAlert(ctx, 'quarantine', { provider, event, why: end.reason });
  }
}

function outcomeOf(
  ctx: Ctx,
  { provider, merchant }: Account,
  update: MoneyBackUpdate,
): Promise<UpdateOutcome> {
  const account = { provider, merchant };
  switch (update.kind) {
    case 'refund':
      return applyRefundUpdate(ctx, account, update);
    case 'case':
      return applyDisputeUpdate(ctx, account, update);
    case 'fraud':
      return applyFraudWarning(ctx, account, update);
  }
}
