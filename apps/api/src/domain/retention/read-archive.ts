import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { findLines, readFacts } from './archive-file.ts';
import {
  archivedByAudit,
  archivedMonths,
  archivedOfOrder,
  type ArchivedMonth,
} from './archive-queries.ts';
import { fileOfMonth, monthOf } from './archive-rules.ts';

/** Months that are archived, the oldest first. */
export const listArchived = (db: Pick<Db, 'many'>): Promise<ArchivedMonth[]> =>
  db.many(archivedMonths);

export type Fault = { readonly file: string; readonly why: string };

/**
 * Compares every recorded month with its file, and with its entry of the audit log, which no owner of the table can change
 * unseen. @returns the number of months, and the files that do not fit
 */
export async function verifyArchive(
  db: Pick<Db, 'many'>,
  folder: string,
): Promise<{ readonly months: number; readonly faults: readonly Fault[] }> {
  const faults: Fault[] = [];
  const months = await listArchived(db);
  const entries = await db.many(archivedByAudit);
  const told = new Map(entries.map((each) => [each.month, each]));
  for (const { month, file_name: name, rows, sha256 } of months) {
    const entry = told.get(monthOf(month));
    told.delete(monthOf(month));
    const why =
      differenceOf({ file_name: name, rows, sha256 }, entry) ??
      (await faultOf(path.join(folder, name), rows, sha256));
    if (why !== null) faults.push({ file: name, why });
  }
  for (const month of told.keys()) {
    faults.push({ file: fileOfMonth(month), why: 'is in the audit log, and not in the table' });
  }
  return { months: months.length, faults };
}

/** Null: the entry of the audit log says the same as the table. */
function differenceOf(
  row: Pick<ArchivedMonth, 'file_name' | 'rows' | 'sha256'>,
  entry: RowOf<typeof archivedByAudit> | undefined,
): string | null {
  if (entry === undefined) return 'has no entry in the audit log';
  const isSame =
    entry.file_name === row.file_name && entry.rows === row.rows && entry.sha256 === row.sha256;
  return isSame ? null : 'is another in the audit log than in the table';
}

async function faultOf(file: string, rows: number, sha256: string): Promise<string | null> {
  if (!existsSync(file)) return 'is missing';
  const facts = await readFacts(file).catch(() => null);
  if (facts === null) return 'cannot be read';
  if (facts.lines !== rows) return `has ${facts.lines} lines, not ${rows}`;
  return facts.sha256 === sha256 ? null : 'was changed: its SHA-256 is another';
}

/**
 * The archived events of an order, by its id or its number, as the lines of the files.
 * @returns null: there is no order; or the file that is missing, cannot be read, or is another than was archived
 */
export async function findArchived(
  db: Pick<Db, 'maybe'>,
  given: string,
  folder: string,
): Promise<
  | { readonly orderId: string; readonly orderNo: string; readonly lines: readonly string[] }
  | { readonly unreadable: string }
  | { readonly changed: string }
  | null
> {
  const named = { orderId: given.toLowerCase(), orderNo: readOrderNumber(given) };
  const order = await db.maybe(archivedOfOrder, named);
  if (order === null) return null;
  const lines: string[] = [];
  for (const { name, sha256 } of order.files) {
    const file = path.join(folder, name);
    const found = await findLines(file, `"order_id":"${order.id}"`).catch(() => null);
    if (found === null) return { unreadable: file };
    if (found.sha256 !== sha256) return { changed: file };
    lines.push(...found.lines);
  }
  return { orderId: order.id, orderNo: order.order_no, lines };
}
