import { atOneMoment, type Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import { insertCardPurchase } from '../events/weekly-card/queries.ts';
import { countOutcome, noteDeclinedCard } from '../declines/outcomes.ts';
import { mailOfPayment, ownLeaseEnd } from '../mail/own-mail.ts';
import type { MailToSend } from '../mail/queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { newId } from '../orders/ids.ts';
import { insertRefund } from '../orders/queries.ts';
import { raiseAlert, raiseLater, type LaterAlerts } from '../../platform/monitoring/alert.ts';
import { fieldsOfResult } from './fields-of-result.ts';
import { scheduleLateQuery } from './late-query.ts';
import { countedAttempt, isUnnamed } from './gateway-attempt.ts';
import {
  endOtherAttempt,
  endWait,
  isStillWanted,
  showAsPaid,
  unlessFlagged,
} from './late-success.ts';
import { writeTransition, type Written } from './transition-attempt.ts';
import { transitionPaid } from './transition-queries.ts';
import { decideTransition, nextQueryAt, type Decision } from './rules.ts';
import {
  scheduleQuery,
  insertQuarantine,
  lockAttempt,
  lockAttemptOfPlayer,
  lockPlayerOfCartOrder,
  type AttemptRow,
  storeCardFace,
  priceAsPaid,
} from './queries.ts';
import { removeLateQuery } from './due-queries.ts';
import { alertOfRefusal, settleMethod, resultKindOf } from './settle-method.ts';
import type { ResultSource } from './transition-table.ts';

export type Applied = {
  readonly decision: Decision['kind'];
  readonly result: ReturnType<typeof resultKindOf>;
  /** The attempt when its lock was taken; null when it is not ours. */
  readonly attempt: AttemptRow | null;
  /** The country in which this result switched the attempt's method off; null: none. */
  readonly stoppedIn: string | null;
  /** The attempt and its order after a move; null when nothing moved. */
  readonly written: Written | null;
  /** The mail of the bought goods, leased for the caller to send; null: none, or a worker sends it. */
  readonly mail: MailToSend | null;
};

/**
 * Turns every gateway result into a state: answers, webhooks and queries (payments.md §0.1, §3).
 * Locks the player of paid money and of a cart, the order, then the attempt; one transaction writes state, history, delivery and refund.
 * Applying a result again changes nothing.
 */
export async function applyGatewayResult(
  ctx: Ctx,
  input: {
    readonly attemptId: string;
    readonly result: GatewayResult;
    readonly source: ResultSource;
    /** The merchant whose account sent it unasked. Absent: the attempt's own account was asked. */
    readonly saidBy?: string | null;
    /** Whether the caller sends the mail of goods that this result buys. */
    readonly leasesMail?: boolean;
    /** Runs in the same transaction afterwards: settles an inbox row. */
    readonly alsoInTransaction?: (tx: Tx, decision: Decision['kind']) => Promise<void>;
  },
): Promise<Applied> {
  const { attemptId, result, source, leasesMail = false } = input;
  const laterAlerts: LaterAlerts = [];
  const applied = await ctx.db.transaction(async (tx): Promise<Applied> => {
    laterAlerts.length = 0;
    // Money may buy goods under a limit: the player comes before the order, as in order/create.
    const attempt = await (result.kind === 'paid'
      ? tx.maybe(lockAttemptOfPlayer, { attemptId })
      : lockAttemptAfterCart(tx, attemptId));
    const outcome: Outcome =
      attempt === null
        ? { decision: 'quarantine', written: null, mail: null }
        : await apply({
            ctx: { ...atOneMoment(ctx), laterAlerts },
            tx,
            attempt,
            result,
            source,
            saidBy: input.saidBy === undefined ? attempt.merchant : input.saidBy,
            leasesMail,
          });
    const { decision } = outcome;
    const isApplied = decision === 'move' || decision === 'late_success';
    const stoppedIn =
      attempt !== null && isApplied ? await settleMethod(ctx, tx, attempt, result) : null;
    await input.alsoInTransaction?.(tx, decision);
    return { ...outcome, result: resultKindOf(result), attempt, stoppedIn };
  });
  raiseLater(ctx, laterAlerts);
  report(ctx, applied, result, source);
  return applied;
}

/** Locks a cart's player before its order; an attempt of another order alone. */
async function lockAttemptAfterCart(tx: Tx, attemptId: string): Promise<AttemptRow | null> {
  await tx.maybe(lockPlayerOfCartOrder, { attemptId });
  return tx.maybe(lockAttempt, { attemptId });
}

/** A result to apply to its locked attempt. */
type Step = {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly attempt: AttemptRow;
  readonly result: GatewayResult;
  readonly source: ResultSource;
  readonly saidBy: string | null;
  readonly leasesMail: boolean;
};

type Outcome = Pick<Applied, 'decision' | 'written' | 'mail'>;
type Bought = { readonly written: Written; readonly mail: MailToSend | null };

async function apply(step: Step): Promise<Outcome> {
  const { ctx, tx, attempt, result, source, saidBy } = step;
  const realNowMs = ctx.clock.real().getTime();
  // Whatever another account says about our attempt, it is not the account that takes its money.
  const decision: Decision =
    saidBy === attempt.merchant
      ? unlessFlagged(attempt, decideTransition(attempt, result, source, realNowMs))
      : { kind: 'quarantine', reason: 'merchant_differs' };
  let moved: Bought | null = null;
  switch (decision.kind) {
    case 'none':
    case 'query_now':
      await storeCard(step);
      await noteDeclinedCard(ctx, tx, attempt.id, result);
      if (source === 'query') await scheduleAfterQuery(step);
      break;
    case 'capture_now':
      // The state is known again, because nothing was captured yet. The capture follows outside the
      // transaction.
      if (attempt.state === 'UNKNOWN')
        await writeTransition(ctx, tx, attempt, {
          to: 'REQUIRES_ACTION',
          source,
          event: 'approved',
          ...fieldsOfResult(attempt, result),
        });
      break;
    case 'quarantine':
      await tx.run(insertQuarantine, {
        provider: attempt.provider,
        merchant: saidBy,
        attemptId: attempt.id,
        source,
        reason: decision.reason,
        result: { ...result },
        now: ctx.clock.now(),
      });
      if (source === 'query') await scheduleAfterQuery(step, true);
      break;
    case 'late_success':
      await succeed(step, 'late_success');
      break;
    case 'move':
      if (decision.to === 'SUCCEEDED') moved = await succeed(step, 'paid');
      else {
        const written = await writeTransition(ctx, tx, attempt, {
          to: decision.to,
          failure: decision.failure,
          source,
          event: result.kind === 'action' && result.code !== undefined ? 'code_given' : result.kind,
          isOverAtGateway: isOverAfter(attempt, result),
          ...fieldsOfResult(attempt, result),
        });
        moved = { written, mail: null };
        await countOutcome(ctx, tx, countedAttempt(attempt), result);
      }
  }
  return { decision: decision.kind, ...(moved ?? { written: null, mail: null }) };
}

/** A refused payment with a kept wallet made no order: nothing is left to ask about. */
function isOverAfter(attempt: AttemptRow, { kind }: GatewayResult): boolean {
  return kind === 'declined' || kind === 'closed' || (kind === 'refused' && isUnnamed(attempt));
}

/** The card face comes with the notification, often after the answer that already said "paid". */
async function storeCard({ tx, attempt, result }: Step): Promise<void> {
  if (result.kind !== 'paid' || result.card === null || attempt.state !== 'SUCCEEDED') return;
  const { brand: cardBrand, masked: cardMasked } = result.card;
  await tx.run(storeCardFace, { attemptId: attempt.id, cardBrand, cardMasked });
}

/** Pays the order and queues its delivery, or reserves the refund of an overpayment (§3.3). */
async function succeed(step: Step, event: 'paid' | 'late_success'): Promise<Bought> {
  const { ctx, tx, attempt, result, source } = step;
  const { id: attemptId, order_id: orderId } = attempt;
  const isSettled = attempt.order_state === 'success' || attempt.order_state === 'refunded';
  // Money for a settled order buys nothing, so no other order gives way to it.
  const isTooLate =
    !isSettled && event === 'late_success' && !(await isStillWanted(ctx, tx, attempt));
  const keepsOrder = isTooLate || isSettled;
  const fields = fieldsOfResult(attempt, result);
  const now = ctx.clock.now();
  const real = ctx.clock.real();
  await endWait(ctx, tx, attempt, result);
  if (keepsOrder) {
    const keeping = isTooLate ? 'too_late_for_this_order' : 'double_payment';
    const transition = { to: 'SUCCEEDED', source, event: keeping, keepsOrder, ...fields } as const;
    const written = await writeTransition(ctx, tx, attempt, transition);
    await tx.one(insertRefund, {
      orderId,
      attemptId,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      reason: 'double_payment',
      source: 'worker',
      nextAttemptAt: real,
      now,
      detail: {},
      insteadOf: null,
    });
    // A settled order keeps the prices of the payment that bought its goods.
    if (isTooLate) await showAsPaid(ctx, tx, attempt, source);
    await countOutcome(ctx, tx, countedAttempt(attempt), result);
    return { written, mail: null };
  }
  // Late money may restore other prices below, so its mail is not ready yet.
  const leaseUntil = step.leasesMail && event === 'paid' ? ownLeaseEnd(real) : null;
  let mail: MailToSend | null = null;
  const transition = { to: 'SUCCEEDED', source, event, ...fields } as const;
  const written = await writeTransition(ctx, tx, attempt, transition, async (values) => {
    const leased = await tx.maybe(transitionPaid, {
      ...values,
      project: attempt.project,
      playerId: attempt.player_id,
      deliveryId: newId(ctx),
      serverId: attempt.recipient.server_id,
      mailAt: real,
      giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
      leaseUntil,
    });
    if (leased !== null) mail = mailOfPayment(attempt, leased);
  });
  if (event === 'late_success') {
    // The player may have chosen another method, or another country, since.
    await endOtherAttempt(ctx, tx, attempt);
    await tx.run(priceAsPaid, { attemptId, now, source });
  }
  if (attempt.source === 'card') await tx.run(insertCardPurchase, { orderId, boughtAt: now });
  ctx.metrics.outcomes.inc({ project: attempt.project, outcome: 'paid' });
  return { written, mail };
}

async function scheduleAfterQuery(step: Step, isQuarantined = false): Promise<void> {
  const { ctx, tx, attempt, result } = step;
  if (attempt.state === 'FAILED' || attempt.state === 'EXPIRED') {
    // A person decides about a quarantined answer; the next one would be the same.
    if (isQuarantined) await tx.run(removeLateQuery, { attemptId: attempt.id });
    else await scheduleLateQuery(ctx, tx, attempt, result.kind);
    return;
  }
  await tx.run(scheduleQuery, {
    attemptId: attempt.id,
    nextQueryAt: nextQueryAt(
      ctx.clock.real().getTime(),
      attempt.queries + 1,
      attempt.requested_at?.getTime() ?? null,
      attempt.unresolved_since?.getTime() ?? null,
      ctx.config.waitScale.pauses,
      isUnnamed(attempt),
    ),
    notFoundIncrement: result.kind === 'not_found' ? 1 : 0,
    gatewayRef: result.kind === 'pending' ? result.gatewayRef : null,
    updatedAt: ctx.clock.now(),
  });
}

function report(ctx: Ctx, applied: Applied, result: GatewayResult, source: ResultSource): void {
  const provider = applied.attempt?.provider ?? 'unknown';
  const attempt = applied.attempt?.id ?? null;
  ctx.metrics.gatewayResults.inc({ provider, source, word: result.kind });
  if (applied.decision === 'quarantine') {
    ctx.metrics.quarantined.inc({ provider, reason: result.kind });
    raiseAlert(ctx, 'quarantine', { attempt, word: result.kind, source });
  }
  if (result.kind === 'refused') {
    alertOfRefusal(ctx, applied.attempt, result, applied.stoppedIn);
  }
  // payments.md §2.2: a wallet order does not vanish after a capture request.
  if (result.kind === 'not_found' && applied.decision === 'move' && provider === 'paypal') {
    raiseAlert(ctx, 'wallet_order_gone', { attempt });
  }
  if (result.kind === 'pending' && result.alarm !== null) {
    raiseAlert(ctx, 'account_needs_attention', { attempt, why: result.alarm });
  }
}
