import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { PossibleStep, WorkGroup, WorkRow } from '@webpay/contract/console/shapes';
import * as v from 'valibot';
import type { Ctx } from '../../../context.ts';
import { methodName } from '../names.ts';
import { codeInWords, gatewayName, inOneLine, mismatchInWords, sumOf } from '../order-words.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { stepsOfMessage } from '../steps.ts';
import { MAX_OF_GROUP, MAX_OF_LIST } from './owner-columns.ts';
import { lateBefore, unresolvedBefore } from './queue-counts.ts';
import {
  failingMessages,
  unresolvedLate,
  unresolvedPayments,
  unresolvedRefunds,
  unsettledResults,
  type FailingMessage,
  type UnresolvedLate,
  type UnresolvedPayment,
  type UnresolvedRefund,
  type UnsettledResult,
} from './unresolved-queries.ts';
import { askAll, groupsOf, orderOf, perhapsOrderOf, timesOf } from './work-rows.ts';

/** Payments, refunds and messages without a certain result, by cause; the oldest first, 50 of a cause. */
export async function listUnresolved(
  ctx: Ctx,
  operator: Sees,
  { project }: { readonly project?: string | undefined },
): Promise<ConsoleResult<'unresolved'>> {
  const { db } = ctx;
  const seen = { projects: scopeOf(operator, project), most: MAX_OF_LIST, each: MAX_OF_GROUP };
  const before = unresolvedBefore(ctx);
  const payments = await db.many(unresolvedPayments, { ...seen, before });
  const refunds = await db.many(unresolvedRefunds, { ...seen, before });
  const late = await db.many(unresolvedLate, { ...seen, before: lateBefore(ctx) });
  const results = await db.many(unsettledResults, seen);
  const messages = await db.many(failingMessages, seen);
  return {
    groups: [
      ...paymentGroups(ctx, payments),
      ...refundGroups(ctx, refunds),
      ...lateGroups(ctx, late),
      ...resultGroups(ctx, results),
      ...messageGroups(ctx, messages),
    ],
    now: ctx.clock.nowMs(),
  };
}

const askOne = (orderId: string): PossibleStep[] => [
  { seed: { kind: 'ask_gateway', order_id: orderId }, text: 'Ask now', why: null },
];

function paymentGroups(ctx: Ctx, rows: readonly UnresolvedPayment[]): WorkGroup[] {
  const { now, real } = timesOf(ctx);
  const rowOf = (row: UnresolvedPayment): WorkRow => ({
    id: row.id,
    title: `${methodOf(ctx, row)} at ${gatewayName(row.provider)}`,
    badge:
      row.state === 'UNKNOWN'
        ? { tone: 'orange', text: 'Unresolved' }
        : { tone: 'orange', text: 'Pending' },
    ...orderOf(ctx, row),
    sum: { minor: row.amount_minor, currency: row.currency },
    since: real(row.since) ?? now,
    said: row.state === 'UNKNOWN' ? 'no certain result' : 'pending',
    tries: row.queries,
    next_at: real(row.next_query_at),
    until: null,
    steps: askOne(row.order_id),
  });
  return groupsOf(
    rows,
    ({ provider, state }) => `payment:${provider}:${state}`,
    ({ provider, state }) => ({
      cause:
        state === 'UNKNOWN'
          ? `${gatewayName(provider)} has not said what became of these payments`
          : `${gatewayName(provider)} says that these payments are pending`,
      tone: 'orange',
    }),
    rowOf,
    (shown, { provider }) => askAll(shown, gatewayName(provider)),
  );
}

/** "Visa ••1111". */
function methodOf(ctx: Ctx, row: UnresolvedPayment): string {
  const name = methodName(ctx, row);
  return row.last_four !== null && /^\d{4}$/.test(row.last_four)
    ? `${name} ••${row.last_four}`
    : name;
}

function refundGroups(ctx: Ctx, rows: readonly UnresolvedRefund[]): WorkGroup[] {
  const { now, real } = timesOf(ctx);
  const rowOf = (row: UnresolvedRefund): WorkRow => ({
    id: row.id,
    title: `Refund at ${gatewayName(row.provider)}`,
    badge: { tone: 'orange', text: 'Unresolved' },
    ...orderOf(ctx, row),
    sum: { minor: row.amount_minor, currency: row.currency },
    since: real(row.since) ?? now,
    said: 'no certain result',
    tries: row.attempts,
    next_at: real(row.next_attempt_at),
    until: null,
    steps: askOne(row.order_id),
  });
  return groupsOf(
    rows,
    ({ provider }) => `refund:${provider}`,
    ({ provider }) => ({
      cause: `${gatewayName(provider)} has not said whether these refunds moved`,
      tone: 'orange',
    }),
    rowOf,
    (shown, { provider }) => askAll(shown, gatewayName(provider)),
  );
}

function lateGroups(ctx: Ctx, rows: readonly UnresolvedLate[]): WorkGroup[] {
  const rowOf = (row: UnresolvedLate): WorkRow => ({
    id: row.id,
    title: `Ended payment at ${gatewayName(row.provider)}`,
    badge: { tone: 'orange', text: 'Perhaps paid late' },
    ...orderOf(ctx, row),
    sum: { minor: row.amount_minor, currency: row.currency },
    since: row.since.getTime(),
    said: 'no certain result',
    tries: null,
    next_at: row.due_at.getTime(),
    until: null,
    steps: askOne(row.order_id),
  });
  return groupsOf(
    rows,
    ({ provider }) => `late:${provider}`,
    ({ provider }) => ({
      cause: `${gatewayName(provider)} has not said whether these ended payments were paid late`,
      tone: 'orange',
    }),
    rowOf,
    (shown, { provider }) => askAll(shown, gatewayName(provider)),
  );
}

const told = v.object({
  amount: v.pipe(v.number(), v.safeInteger()),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});

function resultGroups(ctx: Ctx, rows: readonly UnsettledResult[]): WorkGroup[] {
  const rowOf = (row: UnsettledResult): WorkRow => {
    const parsed = v.safeParse(told, row.result);
    const ours =
      row.amount_minor === null || row.currency === null
        ? null
        : { minor: row.amount_minor, currency: row.currency };
    return {
      id: String(row.id),
      title: `Result ${row.id} of ${gatewayName(row.provider)}`,
      badge: { tone: 'violet', text: 'Does not fit' },
      ...perhapsOrderOf(ctx, row),
      sum: ours,
      since: row.since.getTime(),
      said: saidOf(parsed.success ? parsed.output : null, ours),
      tries: null,
      next_at: null,
      until: null,
      steps: stepsOfMessage(row),
    };
  };
  return groupsOf(
    rows,
    ({ provider, reason }) => `result:${provider}:${reason}`,
    (row) => ({
      cause: `A result of ${gatewayName(row.provider)} does not fit: ${mismatchInWords(row)}`,
      tone: 'violet',
    }),
    rowOf,
    () => [],
  );
}

/** The message's sum beside ours; the rest of a message is not shown. */
function saidOf(
  sum: { readonly amount: number; readonly currency: string } | null,
  ours: { readonly minor: number; readonly currency: string } | null,
): string {
  if (sum === null) return '';
  const theirs = sumOf(sum.amount, sum.currency);
  const isSame = ours !== null && ours.minor === sum.amount && ours.currency === sum.currency;
  return ours === null || isSame
    ? theirs
    : `${theirs} instead of ${sumOf(ours.minor, ours.currency)}`;
}

function messageGroups(ctx: Ctx, rows: readonly FailingMessage[]): WorkGroup[] {
  const { real } = timesOf(ctx);
  const rowOf = (row: FailingMessage): WorkRow => ({
    id: String(row.id),
    title: `Message ${row.id} of ${gatewayName(row.provider)}`,
    badge: { tone: 'orange', text: 'Not applied' },
    ...perhapsOrderOf(ctx, row),
    sum: null,
    since: row.since.getTime(),
    said: codeInWords(inOneLine(row.event_type, 64)),
    tries: row.attempts,
    next_at: real(row.next_attempt_at),
    until: null,
    steps: [],
  });
  return groupsOf(
    rows,
    ({ provider }) => `message:${provider}`,
    ({ provider }) => ({
      cause: `Messages of ${gatewayName(provider)} cannot be applied; the shop tries them again`,
      tone: 'orange',
    }),
    rowOf,
    () => [],
  );
}
