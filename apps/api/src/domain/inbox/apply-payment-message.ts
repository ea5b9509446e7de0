import type { Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { GatewayResult, Notification } from '../../gateways/port.ts';
import type { Json } from '../../platform/db/statement.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { applyGatewayResult } from '../payments/apply-gateway-result.ts';
import { isNamedByMessage } from '../payments/gateway-attempt.ts';
import { askReported, queryAttempt, type AskedAbout } from '../payments/query-attempt.ts';
import { attemptByGatewayRef, insertQuarantine, type AttemptRow } from '../payments/queries.ts';
import { captureApproved } from '../payments/submit-attempt.ts';
import { cardOf, countRepeat, isRepeat } from './is-repeat.ts';
import { postponeInbox, settleInbox, settleRepeat } from './queries.ts';

type PaymentNotification = Notification & { readonly result: GatewayResult };
type Row = Account & { readonly id: number };
type PaymentRow = Row & { readonly attempt_state: string | null; readonly received_at: Date };

/** A message that its gateway does not confirm for this long goes to an operator. */
export const CONFIRMATION_TIMEOUT_MS = 600_000;
/** A gateway that does not answer about a live attempt for so long never will. */
const LONGEST_OPEN_MS = 30 * 86_400_000;
/** The next question about an open message follows after a tenth of its age, not sooner than this. */
const FIRST_PAUSE_MS = 15_000;

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
  const { attempt, decision } = applied;
  if (attempt === null) return quarantineUnknown(ctx, row, notification);
  if (decision === 'capture_now') await captureApproved(ctx, attempt);
  // A reported payment that differs is never trusted: query the gateway.
  if (decision === 'quarantine') await queryAttempt(ctx, attemptId);
  if (decision === 'query_now') {
    const asked = await askReported(ctx, attempt, gatewayRef);
    await endQuestion(ctx, row, notification, { attempt, asked });
  }
}

/** Ends a message whose gateway was asked. A question that stays open keeps its row due, rarer with age, as long as it may. */
async function endQuestion(
  ctx: Ctx,
  row: PaymentRow,
  notification: PaymentNotification,
  { attempt, asked }: { readonly attempt: AttemptRow; readonly asked: AskedAbout },
): Promise<void> {
  const { id: inboxId } = row;
  const isPaid = notification.result.kind === 'paid';
  const ageMs = Math.max(0, ctx.clock.nowMs() - row.received_at.getTime());
  if (asked === 'open' && ageMs <= mayStayOpenMs(attempt)) {
    const pauseMs = Math.max(FIRST_PAUSE_MS, ageMs / 10);
    const nextAttemptAt = new Date(ctx.clock.real().getTime() + pauseMs);
    await ctx.db.run(postponeInbox, { inboxId, nextAttemptAt });
    return;
  }
  // Money must not be forgotten that cannot be asked about, or whose named order is not the attempt's.
  if (asked === 'cannot_be_asked' || (asked !== 'decided' && isPaid)) {
    const reason = asked === 'other' ? 'order_differs' : 'cannot_be_asked_about';
    return quarantineUnknown(ctx, row, notification, { attemptId: attempt.id, reason });
  }
  await ctx.db.run(settleInbox, { inboxId, outcome: 'queried', now: ctx.clock.now() });
}

/** Its own queries may still end a live attempt, so a person must not pay its money back: its message waits for an answer. */
function mayStayOpenMs(attempt: AttemptRow): number {
  const isOver = attempt.state === 'FAILED' || attempt.state === 'EXPIRED';
  return isOver && isNamedByMessage(attempt) ? CONFIRMATION_TIMEOUT_MS : LONGEST_OPEN_MS;
}

type Unclear = {
  /** The attempt that the message is about: its ledger entry goes back if that attempt takes the money after all. */
  readonly attemptId: string | null;
  readonly reason: 'unknown_attempt' | 'cannot_be_asked_about' | 'order_differs';
};

async function quarantineUnknown(
  ctx: Ctx,
  row: Row,
  { result: paid, eventKey, attemptId }: PaymentNotification,
  unclear: Unclear = { attemptId: null, reason: 'unknown_attempt' },
): Promise<void> {
  // The reported money is booked from this JSON (docs/decisions/0013).
  const result = { ...(paid.kind === 'paid' ? paid : {}), eventKey, attemptId };
  await quarantineMessage(ctx, row, unclear, result);
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
