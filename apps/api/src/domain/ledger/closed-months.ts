import { CLOSED_COLUMNS } from '@webpay/contract/console/settlement-calls';
import type { Queries } from '../../platform/db/pool.ts';
import { closedMonth, type ClosedMonth } from './month-queries.ts';
import type { Settled } from './queries.ts';
import { settlementFile, NEWEST_FORMAT, type FileFormat } from './settlement-csv.ts';
import { keyOf, withoutMerchants, type Period } from './settlement-report.ts';

export type Column = (typeof CLOSED_COLUMNS)[number];
/** A row whose figures are no longer those of the closed file. */
export type ChangedRow = {
  readonly row: Settled;
  readonly moved: readonly { readonly column: Column; readonly was: number; readonly is: number }[];
};

/** The days of a month such as `2026-11`, in UTC. */
export function periodOfMonth(month: string): Period {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}

/** The month that two days, both included, are the ends of; null: they are no whole month. */
export function monthOfDays(firstDay: string, lastDay: string): string | null {
  const month = firstDay.slice(0, 7);
  if (firstDay !== `${month}-01`) return null;
  const end = new Date(periodOfMonth(month).to.getTime() - 1);
  return end.toISOString().slice(0, 10) === lastDay ? month : null;
}

/** The file of a month as finance closed it; null: it is open. */
export function readClosedMonth(db: Queries, month: string): Promise<ClosedMonth | null> {
  return db.maybe(closedMonth, { month: `${month}-01` });
}

/** The format of a file of some days: a closed month keeps its own, unless its file is asked for by merchant. */
export function formatOf(
  closed: Pick<ClosedMonth, 'format'> | null,
  merchant: string | undefined,
): FileFormat {
  return closed === null || merchant !== undefined ? NEWEST_FORMAT : closed.format;
}

/** Whether the kept rows of a closed month still make the file with its hash. */
export function isFileWhole({ rows, format, sha256 }: ClosedMonth): boolean {
  return settlementFile(rows, format).sha256 === sha256;
}

type KeptRows = { readonly rows: readonly Settled[]; readonly format: FileFormat };

/** Rows whose figures moved since the month was closed; a row of one side alone has zeros on the other. */
export function movedRows(
  { rows: closed, format }: KeptRows,
  today: readonly Settled[],
): ChangedRow[] {
  const before = new Map(closed.map((row) => [nameOf(row), row]));
  const now = format === 1 ? withoutMerchants(today) : today;
  const after = new Map(now.map((row) => [nameOf(row), row]));
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
    const was = before.get(name);
    const is = after.get(name);
    const row = is ?? was;
    const moved = CLOSED_COLUMNS.map((column) => ({
      column,
      was: was?.[column] ?? 0,
      is: is?.[column] ?? 0,
    })).filter((each) => each.was !== each.is);
    return row === undefined || moved.length === 0 ? [] : [{ row, moved }];
  });
}

const nameOf = (row: Settled): string => JSON.stringify(keyOf(row));
