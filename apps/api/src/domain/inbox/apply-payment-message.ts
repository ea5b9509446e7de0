import type { Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { GatewayResult, Notification } from '../../gateways/port.ts';
import type { Json } from '../../platform/db/statement.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyGatewayResult, type Applied } from '../payments/apply-gateway-result.ts';
import { queryAttempt } from '../payments/query-attempt.ts';
import { attemptByGatewayRef, insertQuarantine } from '../payments/queries.ts';
import { captureApproved } from '../payments/submit-attempt.ts';
import { cardOf, countRepeat, isRepeat } from './is-repeat.ts';
import { settleInbox, settleRepeat } from './queries.ts';

type PaymentNotification = Notification & { readonly result: GatewayResult };
type Row = Account & { readonly id: number };
type PaymentRow = Row & { readonly attempt_state: string | null; readonly received_at: Date };

/** A message that its gateway does not confirm for this long goes to an operator. */
export const CONFIRMATION_TIMEOUT_MS = 600_000;

/**
 * Applies the result of a stored payment message once. A result that needs a query settles its row
 * only after the answer, so that a crash leaves the row to the sweep.
 */
export async function applyPaymentResult(
  ctx: Ctx,
  row: PaymentRow,
  notification: PaymentNotification,
): Promise<void> {
  const { id: inboxId, provider, merchant } = row;
  const { result, gatewayRef } = notification;
  const attemptId =
    notification.attemptId ??
    (await ctx.db.maybe(attemptByGatewayRef, { provider, gatewayRef }))?.id;
  if (attemptId === undefined) return quarantineUnknown(ctx, row, notification);
  const mayRepeat = row.attempt_state === 'SUCCEEDED' && result.kind === 'paid';
  if (mayRepeat && (await isRepeat(ctx, attemptId, result, merchant))) {
    await ctx.db.run(settleRepeat, { ...cardOf(result), attemptId, inboxId, now: ctx.clock.now() });
    return countRepeat(ctx, provider);
  }
  const applied = await applyGatewayResult(ctx, {
    attemptId,
    result,
    source: 'webhook',
    saidBy: merchant,
    alsoInTransaction: async (tx, outcome) => {
      if (outcome === 'query_now') return;
      await tx.run(settleInbox, { inboxId, outcome, now: ctx.clock.now() });
    },
  });
  if (applied.attempt === null) return quarantineUnknown(ctx, row, notification);
  if (applied.decision === 'capture_now') await captureApproved(ctx, applied.attempt);
  // A reported payment that differs is never trusted: query the gateway.
  if (applied.decision === 'quarantine') await queryAttempt(ctx, attemptId, false, gatewayRef);
  if (applied.decision === 'query_now') {
    const asked = await queryAttempt(ctx, attemptId, true, gatewayRef);
    const isOld = ctx.clock.nowMs() - row.received_at.getTime() > CONFIRMATION_TIMEOUT_MS;
    const isStillOpen = asked !== null && isOpen(asked);
    const isVain = isStillOpen && isNamedByMessage(asked) && isOld;
    // Money must not be forgotten that cannot be asked about, or whose named order is not the attempt's.
    if (asked === null || (isVain && result.kind === 'paid')) {
      return quarantineUnknown(ctx, row, notification, 'cannot_be_asked_about');
    }
    // The row stays due, the sweep queries again.
    if (isStillOpen && !isVain) return;
    await ctx.db.run(settleInbox, { inboxId, outcome: 'queried', now: ctx.clock.now() });
  }
}

/** Only the message names the order, so the question must not be forgotten with it. */
function isNamedByMessage({ attempt }: Applied): boolean {
  return attempt?.provider === 'paypal' && attempt.gateway_ref === null;
}

/** Whether a query left open what became of an attempt that nothing else asks about in this way. */
function isOpen(asked: Applied): boolean {
  if (asked.decision !== 'none') return false;
  const state = asked.attempt?.state;
  if (state === 'UNKNOWN') return isNamedByMessage(asked);
  return state === 'FAILED' || state === 'EXPIRED';
}

async function quarantineUnknown(
  ctx: Ctx,
  row: Row,
  { result: paid, eventKey, attemptId }: PaymentNotification,
  reason: 'unknown_attempt' | 'cannot_be_asked_about' = 'unknown_attempt',
): Promise<void> {
  // The reported money is booked from this JSON (docs/decisions/0013).
  const result = { ...(paid.kind === 'paid' ? paid : {}), eventKey, attemptId };
  await quarantineMessage(ctx, row, { attemptId: null, reason }, result);
  raiseAlert(ctx, 'quarantine', { provider: row.provider, event: eventKey });
}

/** Stores a message for an operator and settles its row. */
export async function quarantineMessage(
  ctx: Ctx,
  { id: inboxId, provider, merchant }: Row,
  { attemptId, reason }: { readonly attemptId: string | null; readonly reason: string },
  result: Json,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const told = { provider, merchant, attemptId, source: 'webhook', reason, result, now };
    await tx.run(insertQuarantine, told);
    await tx.run(settleInbox, { inboxId, outcome: 'quarantine', now });
  });
  ctx.metrics.quarantined.inc({ provider, reason });
}
