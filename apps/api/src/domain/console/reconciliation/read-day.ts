import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Badge, PossibleStep } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import {
  missingPermission,
  refused,
  type Operator,
  type Refused,
} from '../../operators/operator.ts';
import { NAMES, refusedDay } from '../../reconciliation/difference.ts';
import { projectName } from '../names.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { differs, settledText, stateText, sumOfSide, wayOf } from './difference-words.ts';
import { heldAt } from './read-days.ts';
import {
  bookedOfDay,
  countsOfDay,
  differencesOfDay,
  disagreements,
  reconciledDays,
  type DayDifference,
  type ReconciledDay,
} from './reconciliation-queries.ts';

const DAY_MS = 86_400_000;
/** Differences of one answer; a day with more has a cause that one of them shows. */
const MOST = 200;

type Day = ConsoleResult<'reconciliationDay'>;
type Reader = Sees & Pick<Operator, 'roles'>;
type Gateway = Day['gateways'][number];

/** One day of each gateway against the ledger, and the first `most` differences of the operator's projects. */
export async function readReconciliationDay(
  ctx: Ctx,
  operator: Reader,
  { day, project }: ConsoleInput<'reconciliationDay'>,
  most: number = MOST,
): Promise<Day | Refused> {
  const { db, clock } = ctx;
  const from = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(day)) {
    return refused(422, 'no_such_day', 'This day does not exist.');
  }
  const to = new Date(from.getTime() + DAY_MS);
  const projects = scopeOf(operator, project);
  const now = clock.real().getTime();
  const days = await db.many(reconciledDays, { firstDay: day, lastDay: day });
  const differing = await db.many(disagreements, { day });
  const booked = await db.many(bookedOfDay, { from, to, projects });
  const rows = await db.many(differencesOfDay, { day, projects, limit: most });
  const { seen, open, all } = await db.one(countsOfDay, { day, projects });
  const maySettle = missingPermission(operator, 'books.settle') === null;
  const sums = (provider: string, isCapture: boolean) =>
    booked
      .filter((row) => row.provider === provider && row.is_capture === isCapture)
      .map(({ minor, currency }) => ({ minor, currency }));
  return {
    day,
    has_ended: to.getTime() <= now,
    gateways: days.map((row) => ({
      ...gatewayOf(
        row,
        differing.find(({ provider }) => provider === row.provider),
      ),
      captured: sums(row.provider, true),
      refunded: sums(row.provider, false),
    })),
    differences: rows.map((row) => differenceOf(ctx, row, maySettle)),
    open,
    count: seen,
    hidden: all - seen,
    steps:
      maySettle && operator.projects.length === 0 && refusedDay(day, now) === null
        ? [again(day)]
        : [],
    now,
  };
}

type Differing = {
  readonly captures_there: number;
  readonly captures_here: number;
  readonly refunds_there: number;
  readonly refunds_here: number;
};
const NONE: Differing = { captures_there: 0, captures_here: 0, refunds_there: 0, refunds_here: 0 };

function gatewayOf(
  row: ReconciledDay,
  differing: Differing = NONE,
): Omit<Gateway, 'captured' | 'refunded'> {
  const { provider, captures, refunds, finished_at: finishedAt, asked_at: askedAt } = row;
  const at = heldAt(row);
  const isAsked = askedAt !== null && askedAt.getTime() > (at ?? 0);
  return {
    provider,
    gateway: NAMES[provider],
    badge: badgeOf(row),
    captures: agreement(captures, differing.captures_there, differing.captures_here),
    refunds: agreement(refunds, differing.refunds_there, differing.refunds_here),
    held_at: at,
    is_final: finishedAt !== null,
    asked_at: isAsked ? askedAt.getTime() : null,
  };
}

/** A difference may be newer than the numbers of the statement, which a comparison by hand does not store. */
function agreement(stated: number | null, there: number, here: number): Gateway['captures'] {
  if (stated === null) return null;
  return { agree: Math.max(0, stated - there), all: Math.max(stated, there) + here };
}

function badgeOf(row: ReconciledDay): Badge {
  if (row.open > 0) return { tone: 'red', text: `${row.open} open` };
  if (heldAt(row) === null) return { tone: 'grey', text: 'No statement yet' };
  if (row.settled > 0) return { tone: 'orange', text: `${row.settled} mended or settled` };
  return { tone: 'green', text: 'Agrees' };
}

function differenceOf(
  ctx: Ctx,
  row: DayDifference,
  maySettle: boolean,
): Day['differences'][number] {
  const { id, settled_at: at, settled_how: how } = row;
  return {
    id: String(id),
    badge: how === null ? { tone: 'red', text: 'Open' } : settledText(how),
    differs: differs(row.class),
    gateway: NAMES[row.provider],
    number: row.subject,
    order: orderOf(ctx, row),
    theirs: sideOf(row.theirs),
    ours: sideOf(row.ours),
    explanation: row.explanation,
    way: at === null ? wayOf(row) : null,
    settled: at === null || how === null ? null : { at: at.getTime(), text: settledText(how).text },
    steps: at === null && maySettle ? stepsOf(row) : [],
  };
}

function orderOf(ctx: Ctx, row: DayDifference): Day['differences'][number]['order'] {
  const { order_id: id, order_no: orderNo, project, character } = row;
  if (id === null || orderNo === null || project === null) return null;
  return {
    id,
    order_no: orderNo,
    character: character ?? '',
    project: projectName(ctx, project),
  };
}

function sideOf(side: DayDifference['ours']): Day['differences'][number]['ours'] {
  if (side === null) return null;
  return {
    sum: sumOfSide(side),
    state: stateText(side.state),
    at: side.at === null ? null : Date.parse(side.at),
  };
}

/** A gateway's day has the money of all projects, so only an operator of all of them asks for it. */
const again = (day: string): PossibleStep => ({
  seed: { kind: 'compare_day', day },
  text: 'Compare the day again',
  why: null,
});

function stepsOf({
  id,
  next_step: next,
  order_id: orderId,
  provider,
}: DayDifference): PossibleStep[] {
  const settle: PossibleStep = {
    seed: { kind: 'settle_difference', difference_id: id },
    text: 'Settle…',
    why: null,
  };
  if (next !== 'repair' || orderId === null) return [settle];
  const ask: PossibleStep = {
    seed: { kind: 'ask_gateway', order_id: orderId },
    text: `Ask ${NAMES[provider]}`,
    why: null,
  };
  return [ask, settle];
}
