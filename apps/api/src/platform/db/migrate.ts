import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { writableUrl } from './hosts.ts';

/** The database and the code do not fit together; the message is one sentence for the operator. */
export class SchemaError extends StartError {}

type AppliedRow = { readonly version: number; readonly name: string; readonly checksum: string };

type MigrationFile = AppliedRow & { readonly sql: string };

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** The advisory lock of all migrating processes. */
const LOCK = 7_281_930;

/**
 * Migrates the database to this code's schema: first the job queue's tables, then our files, each
 * in its own transaction. Forward only; a second process waits.
 * @param folder of the `NNNN_name.sql` files
 * @returns the names of the applied files
 * @throws SchemaError when an applied file was edited, or the database is newer than the code
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  folder = MIGRATIONS,
): Promise<string[]> {
  const files = await readMigrations(folder);
  const connectionString = await writableUrl(databaseUrl);
  const client = new pg.Client({
    connectionString,
    application_name: 'webpay-migrate',
    connectionTimeoutMillis: 5_000,
  });
  // A broken connection fails its query; an unhandled error would end the process and print its secrets.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const pending = pendingOf(files, await appliedRows(client));
    await migrateJobQueue(connectionString);
    for (const file of pending) {
      await apply(client, file);
      log(`database: applied ${file.name}`);
    }
    return pending.map((file) => file.name);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/**
 * Compares the database's schema with this code's, for `/readyz` and before a start.
 * @returns null when they match, else one sentence
 */
export async function schemaProblem(
  pool: Pick<pg.Pool, 'query'>,
  folder = MIGRATIONS,
): Promise<string | null> {
  const files = await readMigrations(folder);
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  const applied = rows[0]?.there === true ? await appliedRows(pool) : [];
  try {
    const next = pendingOf(files, applied)[0];
    if (next === undefined) return null;
    const at = applied.at(-1)?.name ?? 'empty';
    return `The database schema is older than this code (it is at ${at}, ${next.name} is missing): run "npm run migrate".`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
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
  const sql = (await readFile(path.join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  return {
    version: Number(version),
    name: fileName.slice(0, -'.sql'.length),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  };
}

async function appliedRows(client: Pick<pg.Client, 'query'>): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return rows;
}

function pendingOf(
  files: readonly MigrationFile[],
  applied: readonly AppliedRow[],
): MigrationFile[] {
  const first = applied[0];
  if (first !== undefined && files[0] !== undefined && first.name !== files[0].name) {
    throw new SchemaError(
      `The database is of a version from before ${files[0].name} (it begins with ${first.name}) and cannot be updated: give the shop an empty database, or remove the embedded one's folder (DATA_DIR).`,
    );
  }
  const last = applied.at(-1);
  if (last !== undefined && last.version > files.length) {
    throw new SchemaError(
      `The database is newer than this code (it has ${last.name}, the newest here is ${files.at(-1)?.name ?? 'none'}): start the newer version, or give this one its own database.`,
    );
  }
  for (const row of applied) {
    const file = files[row.version - 1];
    if (file?.name !== row.name || file.checksum !== row.checksum) {
      throw new SchemaError(
        `Migration ${row.name} was edited after it was applied to this database: put the file back as it was and write a new migration.`,
      );
    }
  }
  return files.slice(applied.length);
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [file.version, file.name, file.checksum],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw failed(`Migration ${file.name} failed and changed nothing`, error);
  }
}

async function migrateJobQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString }).catch((error: unknown) => {
    throw failed("The job queue's tables could not be brought up to date", error);
  });
}

function failed(what: string, cause: unknown): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaError(`${what}: ${reason}.`, { cause });
}
