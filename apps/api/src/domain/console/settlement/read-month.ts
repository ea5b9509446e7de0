import type { MovedRow, SettledMonth } from '@webpay/contract/console/settlement-calls';
import type { Ctx } from '../../../context.ts';
import {
  monthOfDays,
  movedRows,
  periodOfMonth,
  readClosedMonth,
  type ChangedRow,
} from '../../ledger/closed-months.ts';
import type { Settled } from '../../ledger/queries.ts';
import { filteredRows } from '../../ledger/settlement-report.ts';
import { missingPermission, type Operator } from '../../operators/operator.ts';
import { projectName } from '../names.ts';
import type { Sees } from '../scope.ts';
import { rowId } from './row-id.ts';

/** Rows that moved, of one answer. */
const MOST_MOVED = 100;

/**
 * Whether the month of a period is closed, and what moved since in the projects of `scope`.
 * @param seen the rows of these projects today, without other filters
 * @returns null: the period is no whole month
 */
export async function readMonth(
  ctx: Ctx,
  operator: Sees & Pick<Operator, 'roles'>,
  days: { readonly from: string; readonly to: string },
  { projects, seen }: { readonly projects: readonly string[] | null; readonly seen: Settled[] },
): Promise<SettledMonth | null> {
  const month = monthOfDays(days.from, days.to);
  if (month === null) return null;
  const closed = await readClosedMonth(ctx.db, month);
  if (closed === null) {
    const hasEnded = periodOfMonth(month).to.getTime() <= ctx.clock.nowMs();
    const isAllowed = missingPermission(operator, 'settlement.close') === null;
    const mayClose = hasEnded && isAllowed && operator.projects.length === 0;
    return { month, closed: null, steps: mayClose ? [closing(month)] : [] };
  }
  const moved = movedRows(filteredRows(closed.rows, { projects }), seen);
  return {
    month,
    closed: {
      at: closed.closed_at.getTime(),
      by: closed.closed_by,
      lines: closed.lines,
      sha256: closed.sha256,
      moved: moved.slice(0, MOST_MOVED).map((each) => movedRowOf(ctx, each)),
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
  const { project, channel, country, tax_thousandths, currency } = row;
  return {
    id: rowId(row),
    project: project === '' ? null : projectName(ctx, project),
    channel,
    country: country === '' ? null : country,
    tax_thousandths,
    currency,
    moved: [...moved],
  };
}
