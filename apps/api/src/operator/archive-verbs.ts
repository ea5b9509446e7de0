import { statSync } from 'node:fs';
import path from 'node:path';
import type { Ctx } from '../context.ts';
import { linesWith } from '../domain/retention/archive-file.ts';
import {
  archiveMonth,
  listMonths,
  verifyArchive,
  type MonthResult,
  type MonthState,
} from '../domain/retention/archive-month.ts';
import {
  archivedMonths,
  archivedOfOrder,
  monthPartitions,
  takeArchiveLock,
} from '../domain/retention/archive-queries.ts';
import { monthOf } from '../domain/retention/archive-rules.ts';
import { readOrderNumber } from '../domain/orders/order-number.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';
import { byOf } from './command-person.ts';
import { formatTime, printable } from './resolve-output.ts';

/** Verbs of `npm run operator -- archive`: each answers the text to print. */

type Needs = Pick<Ctx, 'db' | 'clock'> & { readonly months: number };

export type ArchiveVerb =
  | { readonly verb: 'list'; readonly before: string | null }
  | {
      readonly verb: 'archive';
      readonly before: string | null;
      readonly folder: string;
      readonly by: string;
    }
  | { readonly verb: 'verify'; readonly folder: string }
  | { readonly verb: 'find'; readonly order: string; readonly folder: string };

const USAGE =
  'Say what to do: npm run operator -- archive --list [--before YYYY-MM], --to FOLDER [--before YYYY-MM] [--by NAME], --verify FOLDER, or --find ORDER --in FOLDER.';
/** The advisory lock of archivers. */
const LOCK = 7_281_931;

/** Parses a call of `archive`. @throws StartError */
export function readArchiveVerb(given: readonly string[]): ArchiveVerb {
  const text = { type: 'string' } as const;
  const options = { before: text, to: text, by: text, verify: text, find: text, in: text };
  const { values, positionals } = parseWords({
    args: [...given],
    allowPositionals: true,
    options: { ...options, list: { type: 'boolean' } },
  });
  const { list, before, to, by, verify, find, in: within } = values;
  const names = Object.keys(values).toSorted().join(' ');
  if (positionals.length > 0) throw new StartError(USAGE);
  if (list === true && /^(?:before )?list$/.test(names)) {
    return { verb: 'list', before: monthBefore(before) };
  }
  if (to !== undefined && /^(?:before )?(?:by )?to$/.test(names)) {
    return { verb: 'archive', before: monthBefore(before), folder: folderAt(to), by: byOf(by) };
  }
  if (verify !== undefined && names === 'verify')
    return { verb: 'verify', folder: folderAt(verify) };
  if (find !== undefined && within !== undefined && names === 'find in') {
    return { verb: 'find', order: find, folder: folderAt(within) };
  }
  throw new StartError(USAGE);
}

function monthBefore(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(given)) return `${given}-01`;
  throw new StartError(`--before is "${printable(given)}", not a month like 2024-03.`);
}

function folderAt(given: string): string {
  const folder = path.resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new StartError(`There is no folder ${printable(folder)}: make it first.`);
}

/** The months in the database, then those in files. */
export async function listArchive(needs: Needs, before: string | null): Promise<string> {
  const states = await listMonths(needs, { months: needs.months, before });
  const gone = await needs.db.many(archivedMonths);
  return [
    ...states.map((each) => `${monthOf(each.month)}  ${stateInWords(each, needs.months)}`),
    ...gone.map(
      (each) =>
        `${monthOf(each.month)}  archived ${formatTime(each.archived_at)} by ${each.archived_by}: ${each.file_name}, ${count(each.rows)} events, SHA-256 ${each.sha256}`,
    ),
  ].join('\n');
}

function stateInWords(state: MonthState, months: number): string {
  switch (state.kind) {
    case 'young':
      return `stays: younger than ${months} whole months`;
    case 'empty':
      return 'stays: it has no event';
    case 'open':
      return `stays: ${state.what.join(', ')}`;
    case 'ready':
      return 'may be archived';
  }
}

const count = (rows: number): string => rows.toLocaleString('en-US');

/**
 * Archives every month that may go, the oldest first, and tells of each.
 * @throws StartError when the role does not own the tables, another archiver works, or a month did not go
 */
export async function archiveMonths(
  needs: Needs,
  { before, folder, by }: Extract<ArchiveVerb, { verb: 'archive' }>,
  say: (line: string) => void,
): Promise<void> {
  const { db, months } = needs;
  const partitions = await db.many(monthPartitions);
  if (partitions.some((each) => !each.is_owned)) {
    throw new StartError(
      'Only the role that owns the tables may archive: give its address as DATABASE_OWNER_URL.',
    );
  }
  if (!(await db.one(takeArchiveLock, { key: LOCK })).is_mine) {
    throw new StartError('Another command archives at this moment: nothing was done.');
  }
  let left = 0;
  for (const state of await listMonths(needs, { months, before })) {
    const { month } = state;
    if (state.kind !== 'ready') {
      say(`${monthOf(month)}  ${stateInWords(state, months)}`);
      continue;
    }
    const result = await archiveMonth(needs, { month, folder, by });
    if (result.kind !== 'archived') left += 1;
    say(`${monthOf(month)}  ${resultInWords(result)}`);
  }
  if (left > 0) throw new StartError(`Not archived, though they may be: ${left}.`);
}

function resultInWords(result: MonthResult): string {
  switch (result.kind) {
    case 'archived': {
      const { rows, kept, file, heldMs } = result;
      return `archived: ${count(rows)} events in ${file.name}, ${count(file.bytes)} bytes; ${count(kept)} stay as well; purchases waited ${Math.ceil(heldMs)} ms at most`;
    }
    case 'changed':
      return 'stays: an event of it changed meanwhile. Run the command again';
    case 'taken':
      return `stays: ${printable(result.file)} holds other events. Name another folder, or move that file away`;
    case 'busy':
      return 'stays: the tables were busy all the time. Run the command at a quiet hour';
  }
}

/** @throws StartError when a file is missing or does not fit */
export async function verifyFolder({ db }: Needs, folder: string): Promise<string> {
  const { months, faults } = await verifyArchive(db, folder);
  if (faults.length === 0) return `${months} archived months, and every file is whole.`;
  const lines = faults.map(({ file, why }) => `  ${file} ${why}`);
  throw new StartError(
    [`Files that do not fit: ${faults.length} of ${months}.`, ...lines].join('\n'),
  );
}

/** The archived events of an order, by its id or its number, a line each. @throws StartError */
export async function findInArchive({ db }: Needs, given: string, folder: string): Promise<string> {
  const order = await db.maybe(archivedOfOrder, {
    orderId: given.toLowerCase(),
    orderNo: readOrderNumber(given),
  });
  if (order === null) throw new StartError(`There is no order ${printable(given)}.`);
  const found: string[] = [];
  for (const name of order.files) {
    const file = path.join(folder, name);
    try {
      for await (const line of linesWith(file, `"order_id":"${order.id}"`)) found.push(line);
    } catch (error) {
      throw new StartError(`${printable(file)} is missing or cannot be read.`, { cause: error });
    }
  }
  if (found.length > 0) return found.join('\n');
  return `No archived month has an event of ${order.order_no}: npm run resolve -- show ${order.id} prints the others.`;
}
