import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { sqlState } from './pool.ts';

/** The database and the code do not fit together; the message is one sentence for the operator. */
export class SchemaError extends StartError {}

export type AppliedRow = {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** The oldest code that works with it, by the number of that code's newest file; 0: any. */
  readonly needs_code: number;
};

export type MigrationFile = AppliedRow & {
  /** Runs in one transaction. */
  readonly sql: string;
  /** Statements that run alone afterwards, such as indexes of big tables; each may run again. */
  readonly later: readonly string[];
};

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

export const NO_RIGHTS =
  'The role of DATABASE_URL lacks rights on the shop\'s tables: run "npm run migrate" with this DATABASE_URL and DATABASE_OWNER_URL.';

/** Begins the part of a file that runs outside a transaction, so that a running shop goes on writing. */
const LATER = /^-- After the transaction\b.*$/m;

/** A file that takes something away names the code that no longer uses it, in its first line. */
const CONTRACT = /^-- Contract: needs the code of (\d{4})\b/;

/** Reads the `NNNN_name.sql` files of a folder in order. @throws SchemaError for a wrong name or number */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  files.forEach((file, index) => {
    if (file.version !== index + 1) {
      throw new SchemaError(
        `Migration ${file.name} should be number ${String(index + 1).padStart(4, '0')}: numbers run from 0001 without gaps or repeats.`,
      );
    }
  });
  return files;
}

async function readMigration(folder: string, fileName: string): Promise<MigrationFile> {
  const version = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(fileName)?.[1];
  if (version === undefined) {
    throw new SchemaError(`Migration ${fileName} is not named like 0001_what_it_does.sql.`);
  }
  // A checkout with other line ends is no edit.
  const text = (await readFile(path.join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  const [sql = '', later = ''] = text.split(LATER);
  return {
    version: Number(version),
    name: fileName.slice(0, -'.sql'.length),
    sql,
    later: later.split(/;\s*$/m).filter((statement) => statement.trim() !== ''),
    needs_code: Number(CONTRACT.exec(text)?.[1] ?? 0),
    checksum: createHash('sha256').update(text).digest('hex'),
  };
}

export async function appliedRows(client: Pick<pg.Client, 'query'>): Promise<AppliedRow[]> {
  try {
    const { rows } = await client.query<AppliedRow>(
      // An older database has no such column.
      `select version, name, checksum, coalesce((to_jsonb(m) ->> 'needs_code')::int4, 0) as needs_code
        from schema_migrations m order by version`,
    );
    return rows;
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    throw new SchemaError(NO_RIGHTS, { cause: error });
  }
}

/**
 * The files that the database lacks; none when it is ahead of this code, and works with it.
 * @throws SchemaError when it was made by other files, or needs newer code
 */
export function pendingOf(
  files: readonly MigrationFile[],
  applied: readonly AppliedRow[],
): MigrationFile[] {
  const first = applied[0];
  if (first !== undefined && files[0] !== undefined && first.name !== files[0].name) {
    throw new SchemaError(
      `The database is of a version from before ${files[0].name} (it begins with ${first.name}) and cannot be updated: give the shop an empty database, or remove the embedded one's folder (DATA_DIR).`,
    );
  }
  const tooNew = applied.findLast((row) => row.needs_code > files.length);
  if (tooNew !== undefined) {
    throw new SchemaError(
      `The database is newer than this code (it has ${tooNew.name}, the newest here is ${files.at(-1)?.name ?? 'none'}): start the newer version, or give this one its own database.`,
    );
  }
  for (const row of applied.slice(0, files.length)) {
    const file = files[row.version - 1];
    if (file?.name !== row.name || file.checksum !== row.checksum) {
      throw new SchemaError(
        `Migration ${row.name} was edited after it was applied to this database: put the file back as it was and write a new migration.`,
      );
    }
  }
  return files.slice(applied.length);
}
