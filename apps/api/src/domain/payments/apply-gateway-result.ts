import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { NOT_SENT, type GatewayResult } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { insertCardPurchase } from '../events/weekly-card/queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { insertDelivery } from '../deliveries/sql.ts';
import { canStillDeliver } from '../orders/can-still-deliver.ts';
import { newId } from '../orders/ids.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { isBoughtElsewhere } from './bought-elsewhere.ts';
import { endOtherTry } from './end-other-attempt.ts';
import { writeTransition, type Move, type Moved } from './transition-attempt.ts';
import { decideTransition, nextQueryAt, type QuarantineReason, type Step } from './rules.ts';
import {
  scheduleQuery,
  insertQuarantine,
  lockAttempt,
  lockPlayerOfCartOrder,
  otherSuccess,
  type AttemptRow,
  insertRefund,
  keepCardFace,
  priceAsPaid,
  switchChannelOff,
} from './queries.ts';
import { showAsPaid } from './show-as-paid.ts';
import type { ResultSource } from './transition-table.ts';

export type Applied = {
  readonly step: Step['kind'];
  readonly word: GatewayResult['kind'];
  /** The attempt as it was when its lock was taken; null when it is not ours. */
  readonly attempt: AttemptRow | null;
  readonly moved: Moved | null;
};

/**
 * The one place where a gateway's word becomes a state, whoever brought it: the answer to our
 * call, a webhook, a query (payments.md §0.1, §3). Locks the order, then the attempt; decides by
 * the table in rules.ts; writes state, history, delivery and refund in the same transaction.
 * Applying the same word again changes nothing.
 */
export async function applyGatewayResult(
  ctx: Ctx,
  input: {
    readonly attemptId: string;
    readonly word: GatewayResult;
    readonly source: ResultSource;
    /** Runs in the same transaction, after the word was applied: settles an inbox row. */
    readonly alsoInTransaction?: (tx: Tx, step: Step['kind']) => Promise<void>;
  },
): Promise<Applied> {
  const { attemptId, word, source } = input;
  const applied = await ctx.db.transaction(async (tx): Promise<Applied> => {
    const attempt = await tx.maybe(lockAttempt, { attemptId });
    if (attempt === null) {
      await input.alsoInTransaction?.(tx, 'quarantine');
      return { step: 'quarantine', word: word.kind, attempt: null, moved: null };
    }
    const step = decideTransition(factsOf(attempt), word, source, ctx.clock.real().getTime());
    const moved = await applyStep(ctx, tx, attempt, step, word, source);
    await input.alsoInTransaction?.(tx, step.kind);
    return { step: step.kind, word: word.kind, attempt, moved };
  });
  report(ctx, applied, word, source);
  return applied;
}

function factsOf(attempt: AttemptRow) {
  return {
    state: attempt.state,
    amount: attempt.amount_minor,
    currency: attempt.currency,
    gatewayRef: attempt.gateway_ref,
    captureRef: attempt.capture_ref,
    requestedAtMs: attempt.requested_at?.getTime() ?? null,
    notFoundCount: attempt.not_found_count,
  };
}

async function applyStep(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  step: Step,
  word: GatewayResult,
  source: ResultSource,
): Promise<Moved | null> {
  switch (step.kind) {
    case 'none':
    case 'query_now':
      await keepCard(tx, attempt, word);
      if (source === 'query') await scheduleNextQuery(ctx, tx, attempt, word);
      return null;
    case 'capture_now':
      // Doubt is over: nothing was captured. The capture itself follows outside the transaction.
      return attempt.state === 'UNKNOWN'
        ? writeTransition(ctx, tx, attempt, { to: 'REQUIRES_ACTION', source, event: 'approved' })
        : null;
    case 'quarantine':
      await quarantine(ctx, tx, attempt, step.reason, word, source);
      return null;
    case 'late_success':
      return succeed(ctx, tx, attempt, word, source, 'late_success');
    case 'move':
      if (step.to === 'SUCCEEDED') return succeed(ctx, tx, attempt, word, source, 'paid');
      if (word.kind === 'refused' && word.switchOff) {
        await tx.run(switchChannelOff, {
          project: attempt.project,
          payId: attempt.pay_id,
          switchedOffAt: ctx.clock.now(),
          switchedOffWhy: word.code,
        });
      }
      return writeTransition(ctx, tx, attempt, {
        to: step.to,
        failure: step.failure,
        source,
        event: word.kind,
        ...fieldsOfResult(attempt, word),
      });
    default:
      return unreachable('step', step);
  }
}

/** The card's face comes with the notification, often after the answer that already said "paid". */
async function keepCard(tx: Tx, attempt: AttemptRow, word: GatewayResult): Promise<void> {
  if (word.kind !== 'paid' || word.card === null || attempt.state !== 'SUCCEEDED') return;
  await tx.run(keepCardFace, {
    attemptId: attempt.id,
    cardBrand: word.card.brand,
    cardMasked: word.card.masked,
  });
}

/** Money is there: the order is paid and its delivery queued, or it is money too much (§3.3). */
async function succeed(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  word: GatewayResult,
  source: ResultSource,
  event: string,
): Promise<Moved> {
  const { paid } = await tx.one(otherSuccess, { orderId: attempt.order_id, attemptId: attempt.id });
  const isTooLate = event === 'late_success' && !(await isStillWanted(ctx, tx, attempt));
  const orderStays =
    paid || isTooLate || attempt.order_state === 'success' || attempt.order_state === 'refunded';
  const moved = await writeTransition(ctx, tx, attempt, {
    to: 'SUCCEEDED',
    source,
    event: isTooLate ? 'too_late_for_this_order' : orderStays ? 'double_payment' : event,
    orderStays,
    ...fieldsOfResult(attempt, word),
  });
  const now = ctx.clock.now();
  const real = ctx.clock.real();
  if (orderStays) {
    await tx.run(insertRefund, {
      orderId: attempt.order_id,
      attemptId: attempt.id,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      reason: 'double_payment',
      nextTryAt: real,
      now,
    });
    if (isTooLate && !paid) await showAsPaid(ctx, tx, attempt, source);
  } else {
    if (event === 'late_success') {
      // The player may have gone on to another way, or another country, since.
      await endOtherTry(ctx, tx, attempt);
      await tx.run(priceAsPaid, { attemptId: attempt.id, now, source });
    }
    if (attempt.source === 'card')
      await tx.run(insertCardPurchase, { orderId: attempt.order_id, boughtAt: now });
    await tx.many(insertDelivery, {
      deliveryId: newId(ctx),
      orderId: attempt.order_id,
      nextTryAt: real,
      giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
      now,
    });
  }
  return moved;
}

/**
 * Whether money that comes after all still buys what was ordered: the last of a limited good, or the
 * whole cart, may have gone to another order meanwhile.
 */
async function isStillWanted(ctx: Ctx, tx: Tx, attempt: AttemptRow): Promise<boolean> {
  await tx.maybe(lockPlayerOfCartOrder, { attemptId: attempt.id });
  if (await isBoughtElsewhere(tx, attempt)) return false;
  return canStillDeliver(ctx, tx, { id: attempt.order_id, playerId: attempt.player_id });
}

/** What a word tells beside its kind: the gateway's numbers, the next address, the card's face. */
function fieldsOfResult(attempt: AttemptRow, word: GatewayResult): Partial<Move> {
  switch (word.kind) {
    case 'paid':
      return { gatewayRef: word.gatewayRef, captureRef: word.captureRef, card: word.card };
    case 'action':
      return { gatewayRef: word.gatewayRef, actionUrl: word.url };
    case 'choose_other_funding':
      return {
        actionUrl: word.url,
        captureTries: attempt.capture_attempts + 1,
        detail: { declined: word.isDeclined },
      };
    case 'pending':
    case 'declined':
      return { gatewayRef: word.gatewayRef };
    case 'refused':
      return { detail: { code: word.code } };
    case 'indeterminate':
      return { detail: { why: word.why } };
    case 'approved':
    case 'closed':
    case 'not_found':
      return {};
    default:
      return unreachable('word', word);
  }
}

async function scheduleNextQuery(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  word: GatewayResult,
): Promise<void> {
  const next = nextQueryAt(
    ctx.clock.real().getTime(),
    attempt.queries + 1,
    attempt.requested_at?.getTime() ?? null,
    attempt.unresolved_since?.getTime() ?? null,
    ctx.config.waitScale.pauses,
  );
  const ref = word.kind === 'pending' ? word.gatewayRef : null;
  await tx.run(scheduleQuery, {
    attemptId: attempt.id,
    nextQueryAt: next,
    notFoundIncrement: word.kind === 'not_found' ? 1 : 0,
    gatewayRef: ref,
    updatedAt: ctx.clock.now(),
  });
}

async function quarantine(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  reason: QuarantineReason,
  word: GatewayResult,
  source: ResultSource,
): Promise<void> {
  await tx.run(insertQuarantine, {
    provider: attempt.provider,
    attemptId: attempt.id,
    source,
    reason,
    said: { ...word },
    now: ctx.clock.now(),
  });
  if (source === 'query') await scheduleNextQuery(ctx, tx, attempt, word);
}

function report(ctx: Ctx, applied: Applied, word: GatewayResult, source: ResultSource): void {
  const provider = applied.attempt?.provider ?? 'unknown';
  ctx.metrics.gatewayResults.inc({ provider, source, word: word.kind });
  if (applied.step === 'quarantine') {
    ctx.metrics.quarantined.inc({ provider, reason: word.kind });
    raiseAlert(ctx, 'quarantine', {
      attempt: applied.attempt?.id ?? null,
      word: word.kind,
      source,
    });
  }
  // What was not sent has had its alarm when the gateway's circuit opened.
  if (word.kind === 'refused' && word.code !== NOT_SENT) {
    raiseAlert(ctx, word.switchOff ? 'channel_switched_off' : 'gateway_refused_us', {
      attempt: applied.attempt?.id ?? null,
      code: word.code,
    });
  }
  // payments.md §2.2: a wallet order a capture was asked of does not just go.
  if (word.kind === 'not_found' && applied.step === 'move' && provider === 'paypal') {
    raiseAlert(ctx, 'wallet_order_gone', { attempt: applied.attempt?.id ?? null });
  }
  if (word.kind === 'pending' && word.alarm !== null) {
    raiseAlert(ctx, 'account_needs_attention', {
      attempt: applied.attempt?.id ?? null,
      why: word.alarm,
    });
  }
}
