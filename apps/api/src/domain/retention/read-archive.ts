import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../platform/db/pool.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { linesWith, readFacts } from './archive-file.ts';
import { archivedMonths, archivedOfOrder, type ArchivedMonth } from './archive-queries.ts';

/** Months that are archived, the oldest first. */
export const listArchived = (db: Pick<Db, 'many'>): Promise<ArchivedMonth[]> =>
  db.many(archivedMonths);

export type Fault = { readonly file: string; readonly why: string };

/** Compares every recorded month with its file. @returns the number of months, and the files that do not fit */
export async function verifyArchive(
  db: Pick<Db, 'many'>,
  folder: string,
): Promise<{ readonly months: number; readonly faults: readonly Fault[] }> {
  const faults: Fault[] = [];
  const months = await listArchived(db);
  for (const { file_name: name, rows, sha256 } of months) {
    const why = await faultOf(path.join(folder, name), rows, sha256);
    if (why !== null) faults.push({ file: name, why });
  }
  return { months: months.length, faults };
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
 * @returns null: there is no order; or the file that is missing or cannot be read
 */
export async function findArchived(
  db: Pick<Db, 'maybe'>,
  given: string,
  folder: string,
): Promise<
  | { readonly orderId: string; readonly orderNo: string; readonly lines: readonly string[] }
  | { readonly unreadable: string }
  | null
> {
  const named = { orderId: given.toLowerCase(), orderNo: readOrderNumber(given) };
  const order = await db.maybe(archivedOfOrder, named);
  if (order === null) return null;
  const lines: string[] = [];
  for (const name of order.files) {
    const file = path.join(folder, name);
    try {
      for await (const line of linesWith(file, `"order_id":"${order.id}"`)) lines.push(line);
    } catch {
      return { unreadable: file };
    }
  }
  return { orderId: order.id, orderNo: order.order_no, lines };
}
