import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Ctx } from '../context.ts';
import type { MonthResult } from '../domain/retention/archive-month.ts';
import { archiveMonths, listMonths, type MonthState } from '../domain/retention/archive-months.ts';
import { findArchived, listArchived, verifyArchive } from '../domain/retention/read-archive.ts';
import { monthOf } from '../domain/retention/archive-rules.ts';
import { codeOf } from '../platform/db/pool.ts';
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

/** The disk is full, broken, or not ours to write. */
const DISK_FAULTS: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM EIO EISDIR ENOENT'.split(' '),
);
const USAGE =
  'Say what to do: npm run operator -- archive --list [--before YYYY-MM], --to FOLDER [--before YYYY-MM] [--by NAME], --verify FOLDER, or --find ORDER --in FOLDER.';

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

/**
 * Refuses the folder of the shop's own data, which is copied, restored and removed as a whole.
 * @throws StartError also for a folder inside it
 */
export function refuseDataFolder(folder: string, dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const within = path.relative(realpathSync(dataDir), realpathSync(folder));
  if (within === '..' || within.startsWith(`..${path.sep}`)) return;
  throw new StartError(
    `${printable(folder)} is in DATA_DIR (${printable(dataDir)}), which may be removed with the database: name a folder elsewhere.`,
  );
}

/** The months in the database, then those in files. */
export async function listArchive(needs: Needs, before: string | null): Promise<string> {
  const states = await listMonths(needs, { months: needs.months, before });
  const gone = await listArchived(needs.db);
  return [
    ...states.map((each) => `${monthOf(each.month)}  ${inWords(each, needs.months)}`),
    ...gone.map(
      (each) =>
        `${monthOf(each.month)}  archived ${formatTime(each.archived_at)} by ${each.archived_by}: ${each.file_name}, ${count(each.rows)} events, SHA-256 ${each.sha256}`,
    ),
  ].join('\n');
}

const count = (rows: number): string => rows.toLocaleString('en-US');

/**
 * Archives every month that may go, the oldest first, and tells of each.
 * @throws StartError when the role does not own the tables, another archiver works, or a month did not go
 */
export async function runArchive(
  needs: Needs,
  { before, ...where }: Extract<ArchiveVerb, { verb: 'archive' }>,
  say: (line: string) => void,
): Promise<void> {
  const { months } = needs;
  const left = await archiveMonths(needs, { months, before }, where, (month, end) =>
    say(`${monthOf(month)}  ${inWords(end, months)}`),
  ).catch((error: unknown) => {
    const code = codeOf(error) ?? '';
    if (!DISK_FAULTS.has(code)) throw error;
    throw new StartError(
      `${printable(where.folder)} cannot be written (${code}): its month stays whole.`,
      { cause: error },
    );
  });
  if (left === 'not_owner') {
    throw new StartError(
      'Only the role that owns the tables may archive: give its address as DATABASE_OWNER_URL.',
    );
  }
  if (left === 'other_archives') {
    throw new StartError('Another command archives at this moment: nothing was done.');
  }
  if (left > 0) throw new StartError(`Not archived, though they may be: ${left}.`);
}

function inWords(end: MonthState | MonthResult, months: number): string {
  switch (end.kind) {
    case 'young':
      return `stays: younger than ${months} whole months`;
    case 'empty':
      return 'stays: it has no event';
    case 'open':
      return `stays: ${end.what.join(', ')}`;
    case 'ready':
      return 'may be archived';
    case 'archived': {
      const { rows, kept, file, lockedMs } = end;
      return `archived: ${count(rows)} events in ${file.name}, ${count(file.bytes)} bytes; ${count(kept)} stay as well; the step held the tables for ${Math.ceil(lockedMs)} ms`;
    }
    case 'changed':
      return 'stays: an event of it changed meanwhile. Run the command again';
    case 'taken':
      return `stays: ${printable(end.file)} holds other events. Name another folder, or move that file away`;
    case 'busy':
      return 'stays: the tables were busy all the time. Run the command at a quiet hour';
    case 'lock_lost':
      return 'stays: the connection broke, and with it the lock of this run. Run the command again';
  }
}

/** @throws StartError when a file is missing or does not fit */
export async function verifyFolder({ db }: Needs, folder: string): Promise<string> {
  const { months, faults } = await verifyArchive(db, folder);
  if (faults.length === 0) {
    return `${months} archived ${months === 1 ? 'month' : 'months'}, and every file is whole.`;
  }
  const lines = faults.map(({ file, why }) => `  ${file} ${why}`);
  throw new StartError(
    [`Files that do not fit: ${faults.length} of ${months}.`, ...lines].join('\n'),
  );
}

/** The archived events of an order, by its id or its number, a line each. @throws StartError */
export async function findInArchive({ db }: Needs, given: string, folder: string): Promise<string> {
  const found = await findArchived(db, given, folder);
  if (found === null) throw new StartError(`There is no order ${printable(given)}.`);
  if ('unreadable' in found) {
    throw new StartError(`${printable(found.unreadable)} is missing or cannot be read.`);
  }
  if ('changed' in found) {
    throw new StartError(
      `${printable(found.changed)} is not the file that was archived: its SHA-256 is another. Take it from the other copy.`,
    );
  }
  if (found.lines.length > 0) return found.lines.join('\n');
  return `No archived month has an event of ${found.orderNo}: npm run resolve -- show ${found.orderId} prints the others.`;
}
