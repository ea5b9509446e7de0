import {
  orderStateOf,
  type AttemptFailure,
  type AttemptState,
} from '@webpay/contract/order-states';
import { atOneMoment, type Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { transitionWithOrder } from '../cart/check-out.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { reminderAt } from '../mail/payment-reminders.ts';
import { askLater } from './late-query.ts';
import type { AttemptRow } from './queries.ts';
import { removeLateQuery } from './due-queries.ts';
import { ANSWER_LEASE_MS, nextQueryAt } from './rules.ts';
import { codeEnd } from './voucher.ts';
import { transitionAttempt, type TransitionValues } from './transition-queries.ts';

export type Transition = {
  readonly to: AttemptState;
  readonly failure?: AttemptFailure | null;
  readonly source: 'player' | 'answer' | 'webhook' | 'query' | 'sweep' | 'worker' | 'operator';
  readonly event: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  readonly gatewayRef?: string | null;
  readonly captureRef?: string | null;
  readonly card?: { readonly brand: string; readonly masked: string } | null;
  readonly approveUrl?: string | null;
  readonly actionUrl?: string | null;
  readonly payCode?: string | null;
  readonly captureAttempts?: number;
  /** Keeps the order's state, because this money does not pay the order. */
  readonly keepsOrder?: boolean;
  /** The gateway ended the payment: it cannot be paid any more. */
  readonly isOverAtGateway?: boolean;
};

/** An attempt and its order after a transition. */
export type Written = Pick<AttemptRow, 'state' | 'order_state' | 'action_url'>;

/**
 * Writes one transition of a locked attempt, its order, their history and its cart. A payment
 * changes in no other way; the database refuses unknown transitions.
 * @param write writes the transition's rows, and others that belong to it, in one statement
 */
export async function writeTransition(
  live: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  transition: Transition,
  write: (values: TransitionValues) => Promise<unknown> = (values) =>
    tx.run(transitionAttempt, values),
): Promise<Written> {
  // The end of a code and the end of its order are the same moment.
  const ctx = atOneMoment(live);
  const now = ctx.clock.now();
  const real = ctx.clock.real();
  const { to, keepsOrder = false } = transition;
  // SUBMITTING hands the attempt to the gateway, so money may move from now on.
  const submits = to === 'SUBMITTING';
  const submittedAt = submits ? now : attempt.submitted_at;
  const requestedAt = submits ? real : attempt.requested_at;
  const failure = to === 'FAILED' ? (transition.failure ?? 'error') : null;
  // A paid order stays paid, whatever its attempts do.
  const orderIsSettled = attempt.order_state === 'success' || attempt.order_state === 'refunded';
  const expiresAt = orderIsSettled
    ? null
    : expiryOf(ctx, { ...attempt, submitted_at: submittedAt }, to);
  const order =
    keepsOrder || orderIsSettled
      ? { state: attempt.order_state, reason: attempt.order_reason }
      : orderStateOf({
          provider: attempt.provider,
          state: to,
          failure,
          submitted: submittedAt !== null,
          orderIsOver: (expiresAt ?? attempt.expires_at).getTime() <= now.getTime(),
        });
  const after = { ...attempt, submitted_at: submittedAt, requested_at: requestedAt };
  await write({
    attemptId: attempt.id,
    orderId: attempt.order_id,
    toState: to,
    failure,
    gatewayRef: transition.gatewayRef ?? null,
    captureRef: transition.captureRef ?? null,
    capturedMinor: to === 'SUCCEEDED' ? attempt.amount_minor : null,
    cardBrand: transition.card?.brand ?? null,
    cardMasked: transition.card?.masked ?? null,
    approveUrl: transition.approveUrl ?? null,
    actionUrl: transition.actionUrl ?? null,
    payCode: transition.payCode ?? null,
    expiresAt,
    remindAt:
      to === 'REQUIRES_ACTION' && expiresAt !== null
        ? reminderAt(submittedAt ?? now, expiresAt)
        : null,
    captureAttempts: transition.captureAttempts ?? attempt.capture_attempts,
    submittedAt,
    requestedAt,
    ...scheduleOf(to, after, real, ctx.config.waitScale.pauses),
    now,
    orderState: order.state,
    orderReason: order.reason,
    paidAt: to === 'SUCCEEDED' && !keepsOrder ? now : null,
    source: transition.source,
    event: transition.event,
    fromState: attempt.state,
    // History keeps the failure, even when money comes later.
    detail: failure === null ? (transition.detail ?? {}) : { ...transition.detail, failure },
  });
  if (attempt.source === 'cart') {
    const { order_id: id, player_id: playerId } = attempt;
    await transitionWithOrder(tx, { id, playerId }, attempt.order_state, order.state);
  }
  if (to === 'FAILED' || to === 'EXPIRED') {
    if (transition.isOverAtGateway !== true) {
      const gatewayRef = transition.gatewayRef ?? attempt.gateway_ref;
      await askLater(ctx, tx, { ...after, gateway_ref: gatewayRef });
    }
  } else if (attempt.state === 'FAILED' || attempt.state === 'EXPIRED') {
    await tx.run(removeLateQuery, { attemptId: attempt.id });
  }
  ctx.metrics.attempts.inc({ provider: attempt.provider, state: to });
  return {
    state: to,
    order_state: order.state,
    action_url: transition.actionUrl ?? attempt.action_url,
  };
}

/** Time to pay another way after a code that was not paid. */
const AFTER_CODE_MS = 30 * 60_000;

/**
 * The order's new expiry. A voucher keeps it open as long as its number lives (docs/decisions/0071), a QR code half an
 * hour longer, for the next code (0073). Null: unchanged.
 */
function expiryOf(ctx: Ctx, attempt: AttemptRow, to: AttemptState): Date | null {
  if (attempt.method === 'qr' && to === 'REQUIRES_ACTION') {
    const next = codeEnd(ctx, attempt).getTime() + AFTER_CODE_MS;
    return new Date(Math.max(attempt.expires_at.getTime(), next));
  }
  if (attempt.method !== 'voucher') return null;
  const now = ctx.clock.nowMs();
  const at = attempt.expires_at.getTime();
  switch (to) {
    case 'REQUIRES_ACTION':
      return codeEnd(ctx, attempt);
    case 'FAILED':
      return new Date(Math.min(at, now + AFTER_CODE_MS));
    case 'EXPIRED':
      return new Date(Math.min(at, now));
    default:
      return null;
  }
}

type Schedule = Pick<
  TransitionValues,
  'nextQueryAt' | 'queries' | 'notFoundCount' | 'unresolvedSince'
>;

function scheduleOf(to: AttemptState, attempt: AttemptRow, real: Date, scale: number): Schedule {
  const fresh = { queries: 0, notFoundCount: 0, unresolvedSince: real };
  const realMs = real.getTime();
  const nextAfter = (queries: number): Date =>
    nextQueryAt(realMs, queries, attempt.requested_at?.getTime() ?? null, realMs, scale);
  switch (to) {
    case 'SUBMITTING':
      return { ...fresh, nextQueryAt: new Date(realMs + ANSWER_LEASE_MS) };
    case 'REQUIRES_ACTION': {
      // An unapproved wallet order is queried late: its webhook and the player come first.
      const queries = attempt.provider === 'paypal' && attempt.submitted_at === null ? 3 : 0;
      return { ...fresh, queries, nextQueryAt: nextAfter(queries) };
    }
    case 'UNKNOWN': {
      // Counts a "not found" that led here, because the second one is final.
      const notFoundCount = attempt.state === 'SUBMITTING' ? 0 : 1;
      return { ...fresh, notFoundCount, nextQueryAt: nextAfter(0) };
    }
    case 'PROCESSING': {
      const unresolvedSince = attempt.unresolved_since ?? real;
      return { ...fresh, unresolvedSince, nextQueryAt: nextAfter(0) };
    }
    case 'CREATED':
    case 'SUCCEEDED':
    case 'FAILED':
    case 'EXPIRED':
      return {
        nextQueryAt: null,
        queries: attempt.queries,
        notFoundCount: 0,
        unresolvedSince: null,
      };
    default:
      return unreachable('attempt state', to);
  }
}
