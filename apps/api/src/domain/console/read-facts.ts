import { accountsOf } from '../../config/merchants.ts';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { owedOfOrder } from '../refunds/owed-queries.ts';
import { resultsOfOrder } from '../support/operator-queries.ts';
import { requestsOfOrder } from '../support/queries.ts';
import { characterOf, methodName } from './names.ts';
import type { Mail, OrderFacts, Payment, Quarantined, Refund } from './order-facts.ts';
import {
  disputesToExplain,
  mailsOfOrder,
  paymentsToExplain,
  refundsToExplain,
  type DisputeToExplain,
  type MailOfOrder,
  type OrderHead,
  type PaymentToExplain,
  type RefundToExplain,
} from './order-queries.ts';
import { statesOf } from './order-rows.ts';
import { rowsOfOrders } from './row-queries.ts';

/** Reads the facts of an order in one snapshot. Real times are moved to the shop's clock, so that all times compare. */
export async function readFacts(
  ctx: Ctx,
  tx: Tx,
  head: OrderHead,
): Promise<{ readonly facts: OrderFacts; readonly payments: readonly PaymentToExplain[] }> {
  const { id: orderId } = head;
  const read = readerOf(ctx, head);
  const payments = await tx.many(paymentsToExplain, { orderId });
  const row = await tx.one(rowsOfOrders, { orderIds: [orderId] });
  const facts: OrderFacts = {
    now: read.now,
    states: statesOf(row),
    order: read.order(),
    payments: payments.map(read.payment),
    mails: (await tx.many(mailsOfOrder, { orderId })).map(read.mail),
    refunds: (await tx.many(refundsToExplain, { orderId })).map(read.refund),
    disputes: (await tx.many(disputesToExplain, { orderId })).map(disputeOf),
    quarantined: (await tx.many(resultsOfOrder, { orderId })).map(quarantinedOf),
    owed: (await tx.many(owedOfOrder, { orderId })).map((each) => ({
      attemptId: each.id,
      minor: each.owed_minor,
      currency: each.currency,
      refused: each.refused,
    })),
    requests: (await tx.many(requestsOfOrder, { orderId })).map((each) => ({
      id: each.id,
      kind: each.kind,
      state: each.state,
      text: each.text,
      because: each.because,
      createdAt: each.created_at.getTime(),
      decidedAt: ms(each.decided_at),
    })),
  };
  return { facts, payments };
}

const ms = (time: Date | null): number | null => time?.getTime() ?? null;
const named = v.object({
  name: v.fallback(v.string(), ''),
  server_id: v.fallback(v.string(), ''),
  server_name: v.fallback(v.string(), ''),
});

function readerOf(ctx: Ctx, head: OrderHead) {
  const now = ctx.clock.nowMs();
  const ahead = now - ctx.clock.real().getTime();
  const real = (time: Date | null): number | null =>
    time === null ? null : time.getTime() + ahead;
  const { project } = head;
  return {
    now,
    order: (): OrderFacts['order'] => ({
      id: head.id,
      project,
      total: head.total_minor,
      currency: head.currency,
      createdAt: head.created_at.getTime(),
      expiresAt: head.expires_at.getTime(),
      paidAt: ms(head.paid_at),
      name: head.name,
      server: serverName(ctx, head),
      serverId: head.server_id,
      cid: head.cid,
      playerId: String(head.player_id),
      flaggedSince: ms(head.flagged_at),
    }),
    payment: (row: PaymentToExplain): Payment => ({
      id: row.id,
      provider: row.provider,
      method: methodOf(ctx, project, row),
      state: row.state,
      currency: row.currency,
      amount: row.amount_minor,
      captured: row.captured_minor,
      reserved: row.reserved_minor,
      refunded: row.refunded_minor,
      lost: row.lost_minor,
      isOverpayment: row.is_overpayment,
      hasCode: row.has_code,
      createdAt: row.created_at.getTime(),
      submittedAt: ms(row.submitted_at),
      unresolvedSince: real(row.unresolved_since),
      queries: row.queries,
      nextQueryAt: real(row.next_query_at),
      lateQueryAt: ms(row.late_query_at),
      payableUntil: ms(row.payable_until),
      gatewayRef: row.gateway_ref,
      captureRef: row.capture_ref,
      missingMerchant: accountsOf(ctx.config, row.merchant)[row.provider] ? null : row.merchant,
    }),
    mail: (row: MailOfOrder): Mail => {
      const parsed = v.safeParse(named, row.recipient);
      const to = parsed.success ? parsed.output : head;
      return {
        id: row.id,
        kind: row.kind,
        state: row.state,
        reason: row.reason,
        name: to.name,
        server: serverName(ctx, { ...to, project }),
        attempts: row.attempts,
        nextAt: real(row.next_attempt_at),
        giveUpAt: real(row.give_up_at),
        heldSince: real(row.held_since),
        parkedAt: real(row.parked_at),
        isMaybeGiven: row.is_maybe_given,
        why: row.why,
        mailId: row.mail_id,
        createdAt: row.created_at.getTime(),
        at: row.at.getTime(),
        isToDecide: row.is_to_decide,
        requestId: row.request_id,
      };
    },
    refund: (row: RefundToExplain): Refund => ({
      id: row.id,
      attemptId: row.attempt_id,
      provider: row.provider,
      isOverpayment: row.is_overpayment,
      state: row.state,
      amount: row.amount_minor,
      currency: row.currency,
      reason: row.reason,
      failure: row.failure,
      gatewayRef: row.gateway_ref,
      bankNumber: row.outside_reference,
      nextAt: real(row.next_attempt_at),
      sentAt: real(row.requested_at),
      createdAt: row.created_at.getTime(),
      at: row.updated_at.getTime(),
      retryAt: ms(row.retry_at),
      isRefused: row.is_refused,
    }),
  };
}

/** By today's catalogue, else as its player saw it. */
function serverName(
  ctx: Ctx,
  server: Pick<OrderHead, 'project' | 'server_id' | 'server_name'>,
): string {
  return characterOf(ctx, { ...server, player_id: 0, cid: '', name: '' }).server_name;
}

/** "Visa ••1111". */
function methodOf(ctx: Ctx, project: string, row: PaymentToExplain): string {
  const name = methodName(ctx, { ...row, project });
  return row.last_four !== null && /^\d{4}$/.test(row.last_four)
    ? `${name} ••${row.last_four}`
    : name;
}

function disputeOf(row: DisputeToExplain): OrderFacts['disputes'][number] {
  return {
    id: row.dispute_id,
    provider: row.provider,
    attemptId: row.attempt_id,
    kind: row.kind,
    state: row.state,
    stage: row.stage,
    reasonCode: row.reason_code,
    outcome: row.outcome,
    currency: row.currency,
    claimed: row.claimed_minor,
    lost: row.lost_minor,
    openedAt: row.opened_at.getTime(),
    endedAt: ms(row.ended_at),
    answerBy: row.answer_by,
  };
}

const told = v.object({
  amount: v.pipe(v.number(), v.safeInteger()),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});

function quarantinedOf(row: RowOf<typeof resultsOfOrder>): Quarantined {
  const parsed = v.safeParse(told, row.result);
  return {
    id: row.id,
    provider: row.provider,
    attemptId: row.attempt_id ?? '',
    reason: row.reason,
    at: row.at.getTime(),
    told: parsed.success ? { minor: parsed.output.amount, currency: parsed.output.currency } : null,
  };
}
