import { fromMinor } from '@webpay/contract/money';
import { isFileWhole, movedRows, type ChangedRow, type Column } from './closed-months.ts';
import type { ClosedMonth } from './month-queries.ts';
import type { Settled } from './queries.ts';

/** Columns that count payments; the others are sums in minor units. */
const COUNTS: readonly Column[] = ['captures', 'refunds', 'chargebacks', 'tax_unknown'];

/** Says that a month is closed, and each sum of all projects that moved since, a line each. */
export function closedText(month: string, closed: ClosedMonth, today: readonly Settled[]): string {
  const { sha256, closed_at: at, closed_by: by } = closed;
  const moved = movedRows(closed, today);
  const file = isFileWhole(closed) ? '' : ' ITS KEPT ROWS DO NOT MAKE THAT FILE.';
  const head = `${month} is closed: SHA-256 ${sha256}, by ${by}, ${at.toISOString()}.${file}`;
  if (moved.length === 0) return `${head} No sum moved since.`;
  const many = moved.length === 1 ? 'One row differs' : `${moved.length} rows differ`;
  return [`${head} ${many} today:`, ...moved.map(lineOf)].join('\n');
}

function lineOf({ row, moved }: ChangedRow): string {
  const { project, channel, country, currency, merchant } = row;
  const names = [project || 'no project', channel, country || 'no country', currency];
  const place = [...names, ...(merchant === '' ? [] : [merchant])].join(', ');
  const changes = moved.map(
    ({ column, was, is }) =>
      `${column} ${figure(column, was, currency)} to ${figure(column, is, currency)}`,
  );
  return `  ${place}: ${changes.join('; ')}`;
}

function figure(column: Column, value: number, currency: string): string {
  return COUNTS.includes(column) ? String(value) : fromMinor(value, currency).amount;
}
