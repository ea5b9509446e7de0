import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Badge, WorkRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import type { Refused } from '../../operators/operator.ts';
import { gatewayName, inOneLine, notPaidBack, REFUND_REASONS, sumOf } from '../order-words.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { stepsOfRefusedRefund } from '../steps.ts';
import { FROM_NEWEST, FROM_OLDEST, pageOf, readPlace, STALE } from './cursor.ts';
import {
  doneRefunds,
  owedInAll,
  owedMoney,
  pendingRefunds,
  refusedRefunds,
  type OwedMoney,
  type RefundOfList,
} from './refund-queries.ts';
import { orderOf, timesOf } from './work-rows.ts';

const LIMIT = 50;

/** Refunds on their way, refused or done, and money that is owed without one. Without a state: those on their way. */
export async function listRefunds(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'refunds'>,
): Promise<ConsoleResult<'refunds'> | Refused> {
  const { state = 'pending', limit = LIMIT, after } = input;
  const list = `refunds_${state}`;
  const first = state === 'done' ? FROM_NEWEST : FROM_OLDEST;
  const place = after === undefined ? first : readPlace(ctx, list, after);
  if (place === null) return STALE;
  const projects = scopeOf(operator, input.project);
  // One more tells whether a page follows.
  const values = { projects, ...place, limit: limit + 1 };
  const now = ctx.clock.nowMs();
  if (state === 'owed') {
    const { shown, next } = pageOf(ctx, list, await ctx.db.many(owedMoney, values), limit);
    return { items: shown.map((row) => owedRow(ctx, row)), next, now };
  }
  const { shown, next } = pageOf(ctx, list, await ctx.db.many(PAGES[state], values), limit);
  return { items: shown.map((row) => refundRow(ctx, row)), next, now };
}

const PAGES = { pending: pendingRefunds, refused: refusedRefunds, done: doneRefunds } as const;

function refundRow(ctx: Ctx, row: RefundOfList): WorkRow {
  const { real } = timesOf(ctx);
  const { id, state, currency, amount_minor: minor } = row;
  const isOver = state === 'SUCCEEDED' || state === 'FAILED';
  return {
    id,
    title: `Because ${REFUND_REASONS[row.reason]}`,
    badge: badgeOf(row),
    ...orderOf(ctx, row),
    sum: { minor, currency },
    since: (isOver ? row.updated_at : row.created_at).getTime(),
    said: saidOf(row),
    tries: isOver ? null : row.attempts,
    next_at: state === 'FAILED' ? (row.retry_at?.getTime() ?? null) : real(row.next_attempt_at),
    until: null,
    steps: stepsOf(row),
  };
}

function badgeOf({ state }: RefundOfList): Badge {
  switch (state) {
    case 'RESERVED':
      return { tone: 'blue', text: 'Not sent yet' };
    case 'SUBMITTING':
    case 'PENDING':
      return { tone: 'blue', text: 'On its way' };
    case 'UNKNOWN':
      return { tone: 'orange', text: 'Unresolved' };
    case 'SUCCEEDED':
      return { tone: 'green', text: 'Went back' };
    case 'FAILED':
      return { tone: 'red', text: 'Refused' };
  }
}

function saidOf(row: RefundOfList): string {
  const { provider, state, gateway_ref: number, outside_reference: bankNumber } = row;
  const gateway = gatewayName(provider);
  switch (state) {
    case 'RESERVED':
      return `${gateway} does not know of it yet`;
    case 'SUBMITTING':
      return `${gateway} has not answered yet`;
    case 'PENDING':
      return `${gateway} says pending`;
    case 'UNKNOWN':
      return `${gateway} has not said whether it moved`;
    case 'SUCCEEDED':
      if (bankNumber !== null) return `Paid by our bank, ${bankNumber}`;
      return number === null ? `${gateway} confirmed it` : `${gateway} ${inOneLine(number, 64)}`;
    case 'FAILED':
      return notPaidBack(row, sumOf(row.amount_minor, row.currency));
  }
}

function stepsOf(row: RefundOfList): WorkRow['steps'] {
  switch (row.state) {
    case 'PENDING':
    case 'UNKNOWN':
      return [
        { seed: { kind: 'ask_gateway', order_id: row.order_id }, text: 'Ask now', why: null },
      ];
    case 'FAILED':
      return stepsOfRefusedRefund({
        id: row.id,
        amount: row.amount_minor,
        currency: row.currency,
        failure: row.failure,
        retryAt: row.retry_at,
      });
    case 'RESERVED':
    case 'SUBMITTING':
    case 'SUCCEEDED':
      return [];
  }
}

/** Money that bought nothing, each with its way back: a refund, or the refused one again. */
export async function listOwedMoney(
  ctx: Ctx,
  operator: Sees,
  { project }: ConsoleInput<'owedMoney'>,
): Promise<ConsoleResult<'owedMoney'>> {
  const projects = scopeOf(operator, project);
  const rows = await ctx.db.many(owedInAll, { projects, limit: LIMIT });
  const items = rows.map((row) => {
    const { refused, owed_minor: amount, currency, failure, retry_at: retryAt } = row;
    const owed = owedRow(ctx, row);
    if (refused === null) return owed;
    const said = `${gatewayName(row.provider)} refused the refund ${refused}`;
    const steps = stepsOfRefusedRefund({ id: refused, amount, currency, failure, retryAt });
    return { ...owed, said, steps };
  });
  return { items, count: rows[0]?.total ?? 0, now: ctx.clock.nowMs() };
}

function owedRow(ctx: Ctx, row: Omit<OwedMoney, 'at'>): WorkRow {
  const isTwice = row.why === 'came_too_much';
  return {
    id: row.id,
    title: isTwice ? 'This payment bought nothing' : 'The goods were not given',
    badge: { tone: 'red', text: 'Owed' },
    ...orderOf(ctx, row),
    sum: { minor: row.owed_minor, currency: row.currency },
    since: row.since.getTime(),
    said: `No refund at ${gatewayName(row.provider)} is on its way`,
    tries: null,
    next_at: null,
    until: null,
    steps: [
      { seed: { kind: 'refund_order', order_id: row.order_id }, text: 'Pay back', why: null },
    ],
  };
}
