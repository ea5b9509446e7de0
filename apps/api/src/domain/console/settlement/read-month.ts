import type { MovedRow, SettledMonth } from '@webpay/contract/console/settlement-calls';
import type { Ctx } from '../../../context.ts';
import {
  isFileWhole,
  monthOfDays,
  movedRows,
  periodOfMonth,
  readClosedMonth,
  type ChangedRow,
} from '../../ledger/closed-months.ts';
import type { ClosedMonth } from '../../ledger/month-queries.ts';
import type { Settled } from '../../ledger/queries.ts';
import { filteredRows } from '../../ledger/settlement-report.ts';
import { missingPermission, type Operator } from '../../operators/operator.ts';
import { projectName } from '../names.ts';
import type { Sees } from '../scope.ts';
import { rowId } from './row-id.ts';

/** Rows that moved, of one answer. */
const MAX_MOVED = 100;

export type MonthRead = { readonly month: string | null; readonly closed: ClosedMonth | null };

/** The whole month that two days are the ends of, and its closed file. */
export async function readMonth(
  { db }: Pick<Ctx, 'db'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<MonthRead> {
  const month = monthOfDays(from, to);
  return { month, closed: month === null ? null : await readClosedMonth(db, month) };
}

/**
 * Whether the month of a period is closed, and what moved since in the projects of `scope`.
 * @param seen the rows of these projects today, without other filters
 * @returns null: the period is no whole month
 */
export function monthShown(
  ctx: Ctx,
  operator: Sees & Pick<Operator, 'roles'>,
  { month, closed }: MonthRead,
  { projects, seen }: { readonly projects: readonly string[] | null; readonly seen: Settled[] },
): SettledMonth | null {
  if (month === null) return null;
  if (closed === null) {
    const hasEnded = periodOfMonth(month).to.getTime() <= ctx.clock.nowMs();
    const isAllowed = missingPermission(operator, 'settlement.close') === null;
    const mayClose = hasEnded && isAllowed && operator.projects.length === 0;
    return { month, closed: null, steps: mayClose ? [closing(month)] : [] };
  }
  const { rows, format } = closed;
  const moved = movedRows({ rows: filteredRows(rows, { projects }), format }, seen);
  return {
    month,
    closed: {
      at: closed.closed_at.getTime(),
      by: closed.closed_by,
      lines: closed.lines,
      sha256: closed.sha256,
      format,
      is_whole: isFileWhole(closed),
      moved: moved.slice(0, MAX_MOVED).map((each) => movedRowOf(ctx, each)),
      moved_count: moved.length,
    },
    steps: [],
  };
}

const closing = (month: string): SettledMonth['steps'][number] => ({
  seed: { kind: 'close_month', month },
  text: 'Close the month…',
  why: null,
});

function movedRowOf(ctx: Pick<Ctx, 'catalogue'>, { row, moved }: ChangedRow): MovedRow {
  const { project, channel, country, tax_thousandths, currency, merchant } = row;
  return {
    id: rowId(row),
    project: project === '' ? null : projectName(ctx, project),
    channel,
    country: country === '' ? null : country,
    tax_thousandths,
    currency,
    merchant: merchant === '' ? null : merchant,
    moved: [...moved],
  };
}
