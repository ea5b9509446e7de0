import type { Ctx } from '../../context.ts';
import type { GatewayResult, Notification } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyGatewayResult } from '../payments/apply-gateway-result.ts';
import { queryAttempt } from '../payments/query-attempt.ts';
import { attemptByGatewayRef, insertQuarantine } from '../payments/queries.ts';
import { captureApproved } from '../payments/submit-attempt.ts';
import { settleInbox } from './queries.ts';

type PaymentNotification = Notification & { readonly result: GatewayResult };

/**
 * Applies the result of a stored payment message once. A result that needs a query settles its row
 * only after the answer, so that a crash leaves the row to the sweep.
 */
export async function applyPaymentResult(
  ctx: Ctx,
  row: { readonly id: number; readonly provider: 'payermax' | 'paypal' },
  notification: PaymentNotification,
): Promise<void> {
  const attemptId = notification.attemptId ?? (await attemptIdOf(ctx, row.provider, notification));
  if (attemptId === null) return quarantineUnknown(ctx, row.id, row.provider, notification);
  const { result } = notification;
  const applied = await applyGatewayResult(ctx, {
    attemptId,
    result,
    source: 'webhook',
    alsoInTransaction: async (tx, decision) => {
      if (decision !== 'query_now')
        await tx.run(settleInbox, {
          inboxId: row.id,
          appliedAt: ctx.clock.now(),
          outcome: decision,
        });
    },
  });
  if (applied.attempt === null) return quarantineUnknown(ctx, row.id, row.provider, notification);
  if (applied.decision === 'capture_now') await captureApproved(ctx, attemptId);
  // A reported payment that differs is never trusted: query the gateway.
  if (applied.decision === 'quarantine') await queryAttempt(ctx, attemptId);
  if (applied.decision === 'query_now') {
    const asked = await queryAttempt(ctx, attemptId);
    // An ended attempt is still indeterminate: the row stays due, the sweep queries again.
    if (asked === null || asked.decision === 'none') {
      if (isOver(asked?.attempt?.state)) return;
    }
    await ctx.db.run(settleInbox, {
      inboxId: row.id,
      appliedAt: ctx.clock.now(),
      outcome: 'queried',
    });
  }
}

function isOver(state: string | undefined): boolean {
  return state === 'FAILED' || state === 'EXPIRED';
}

async function attemptIdOf(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  notification: Notification,
): Promise<string | null> {
  if (notification.gatewayRef === null) return null;
  const attempt = await ctx.db.maybe(attemptByGatewayRef, {
    provider,
    gatewayRef: notification.gatewayRef,
  });
  return attempt?.id ?? null;
}

async function quarantineUnknown(
  ctx: Ctx,
  inboxId: number,
  provider: 'payermax' | 'paypal',
  notification: PaymentNotification,
): Promise<void> {
  const now = ctx.clock.now();
  const { result: paid, eventKey, attemptId } = notification;
  // The reported money is booked from this JSON (docs/decisions/0013).
  const result = { ...(paid.kind === 'paid' ? paid : {}), eventKey, attemptId };
  await ctx.db.transaction(async (tx) => {
    await tx.run(insertQuarantine, {
      provider,
      attemptId: null,
      source: 'webhook',
      reason: 'unknown_attempt',
      result,
      now,
    });
    await tx.run(settleInbox, { inboxId, appliedAt: now, outcome: 'quarantine' });
  });
  ctx.metrics.quarantined.inc({ provider, reason: 'unknown_attempt' });
  raiseAlert(ctx, 'quarantine', { provider, event: notification.eventKey });
}
