import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Ctx } from '../../context.ts';
import { sqlState, type Tx } from '../../platform/db/pool.ts';
import { bodyOf } from '../audit/append-audit.ts';
import { entryOf } from '../operators/operator.ts';
import { publish, readFacts, writePart, writeWhole, type FileFacts } from './archive-file.ts';
import {
  ARCHIVE_LOCK,
  dropMonth,
  eventsOfMonth,
  lockMonth,
  holdsArchiveLock,
  measureMonth,
  type MonthMeasure,
} from './archive-queries.ts';
import { ARCHIVE_VERSION, fileOfMonth, lineOf, manifestOfMonth, monthOf } from './archive-rules.ts';

const ROWS_AT_ONCE = 5_000;

export type MonthResult =
  | {
      readonly kind: 'archived';
      readonly rows: number;
      readonly kept: number;
      readonly file: FileFacts & { readonly name: string };
      readonly lockedMs: number;
    }
  /** Rows changed between file and step; the month is unchanged, and the file is not used. */
  | { readonly kind: 'changed' }
  /** A file of another shop, or of other rows, has the name. */
  | { readonly kind: 'taken'; readonly file: string }
  /** Lock timeout. */
  | { readonly kind: 'busy' }
  /** The connection that had the lock of archivers broke: the month is whole. */
  | { readonly kind: 'lock_lost' };

/**
 * Moves a month that is ready into files of `folder`. A crash leaves the month unchanged or archived. The connection
 * of `db` has the lock of archivers.
 * @param beforeDrop called between the file and the step, for tests
 */
export async function archiveMonth(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { month, folder, by }: { readonly month: string; readonly folder: string; readonly by: string },
  beforeDrop: () => Promise<void> = () => Promise.resolve(),
): Promise<MonthResult> {
  const name = fileOfMonth(monthOf(month));
  const file = path.join(folder, name);
  // One snapshot for lines and measure.
  const { measure, part } = await db.transaction(
    async (tx) => ({
      measure: await tx.one(measureMonth, { month }),
      part: await writePart(file, linesOf(tx, month)),
    }),
    { isolation: 'repeatable read', readOnly: true },
  );
  const made = await readFacts(part);
  const there = await factsOf(file);
  if (made.lines !== measure.rows || there !== null) await rm(part);
  if (made.lines !== measure.rows)
    throw new Error(`${name} has ${made.lines} lines of ${measure.rows} rows`);
  // Same content: left by a killed run. Other content: maybe another shop's archive, so never overwrite.
  if (there !== null && there.contentSha256 !== made.contentSha256) return { kind: 'taken', file };
  const facts = there ?? made;
  const manifest = manifestOf(month, measure, facts);
  const manifestFile = path.join(folder, manifestOfMonth(monthOf(month)));
  if (there === null) await publish(part, file);
  await writeWhole(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  await beforeDrop();
  // Another program may write to the folder: the month goes only if its file is there as it was.
  if ((await factsOf(file))?.sha256 !== facts.sha256) return { kind: 'taken', file };
  const found = { name, bytes: facts.bytes, sha256: facts.sha256 };
  const audit = bodyOf(
    entryOf({ clock }, { id: null, name: `command line (${by})` }, COMMAND, {
      action: 'archive.month',
      objectKind: 'month',
      objectId: monthOf(month),
      detail: { table: 'order_events', rows: measure.rows, ...found },
    }),
  );
  const result = await db
    .transaction(async (tx): Promise<MonthResult> => {
      const { is_mine: isMine } = await tx.one(holdsArchiveLock, { key: ARCHIVE_LOCK });
      if (!isMine) return { kind: 'lock_lost' };
      await tx.one(lockMonth, { month });
      if (!isSame(await tx.one(measureMonth, { month }), measure)) return { kind: 'changed' };
      const realNow = clock.real();
      const step = { month, file: found, manifest, realNow, person: by, audit };
      const { kept, held_ms: lockedMs } = await tx.one(dropMonth, step);
      return { kind: 'archived', rows: measure.rows, kept, file: { ...facts, name }, lockedMs };
    })
    .catch((error: unknown): MonthResult => {
      // Lock timeout: purchases go first.
      if (sqlState(error) === '55P03') return { kind: 'busy' };
      throw error;
    });
  // The file is stale and would make the next run return 'taken'. Keep a file this run did not write.
  if (result.kind === 'changed' && there === null)
    for (const each of [file, manifestFile]) await rm(each, { force: true });
  return result;
}

const COMMAND = { address: '', agent: 'npm run operator -- archive', requestId: '' };

async function* linesOf(tx: Tx, month: string): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await tx.many(eventsOfMonth, { month, after, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(lineOf).join('');
    after = last.id;
  }
}

const isSame = (one: MonthMeasure, other: MonthMeasure): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Null: there is no such file. One that cannot be read has no facts of any month. */
async function factsOf(file: string): Promise<FileFacts | null> {
  if (!existsSync(file)) return null;
  return readFacts(file).catch(() => ({ lines: 0, contentSha256: '', bytes: 0, sha256: '' }));
}

function manifestOf(month: string, measure: MonthMeasure, facts: FileFacts) {
  return {
    table: 'order_events',
    month: monthOf(month),
    version: ARCHIVE_VERSION,
    file: fileOfMonth(monthOf(month)),
    rows: measure.rows,
    first_id: measure.first_id,
    last_id: measure.last_id,
    rows_checksum: measure.checksum,
    bytes: facts.bytes,
    sha256: facts.sha256,
    lines_sha256: facts.contentSha256,
  };
}
