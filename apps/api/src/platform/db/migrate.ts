import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { levelled } from './code-level.ts';
import { writableUrl } from './hosts.ts';
import { inTransaction, untilUnlocked } from './table-locks.ts';
import {
  appliedRows,
  MIGRATIONS,
  NO_RIGHTS,
  pendingOf,
  readMigrations,
  SchemaError,
  type MigrationFile,
} from './migration-files.ts';
import { excessRights, grantRights, lacksRights } from './rights.ts';

/** The advisory lock of all migrating processes. */
const LOCK = 7_281_930;
const LOCK_POLL_MS = 200;

/**
 * Migrates the database to this code's schema: each file
 * in its own transaction with the rights of the role that runs the shop, then the part of the file that runs after it.
 * Forward only; a second process waits. A killed migration continues where it stopped.
 * A role that does not own the schema migrates nothing, and is refused only when something is missing.
 * @param folder of the `NNNN_name.sql` files
 * @param url of the shop; the same as the owner's where one role does both
 * @returns the names of the applied files
 * @throws SchemaError when an applied file was edited, the database is newer than the code, or the role may not migrate
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  folder = MIGRATIONS,
  url = ownerUrl,
): Promise<string[]> {
  const files = await readMigrations(folder);
  const connectionString = await writableUrl(ownerUrl);
  const client = clientAt(connectionString);
  await client.connect();
  try {
    const { role, may_migrate, is_there } = await askRole(client);
    if (!may_migrate) {
      refuseMissing(role, pendingOf(files, is_there ? await appliedRows(client) : []));
      return [];
    }
    await lock(client);
    await client.query(`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      alter table schema_migrations add column if not exists finished_at timestamptz;
      alter table schema_migrations add column if not exists needs_code integer not null default 0`);
    const applied = await appliedRows(client);
    const pending = pendingOf(files, applied);
    const newest = applied.at(-1);
    if (newest !== undefined && newest.version > files.length) {
      // Its rights are the newer code's matter.
      log(`database: is ahead of this code by ${newest.name}, and works with it`);
      return [];
    }
    const runtime = await runtimeRole(role, ownerUrl, url);
    for (const file of pending) {
      await apply(client, file, runtime);
      log(`database: applied ${file.name}`);
    }
    await finish(client, files, log);
    await grantToRuntime(client, runtime);
    if (runtime !== null) await tellExcess(url, log);
    return pending.map((file) => file.name);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

function clientAt(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: levelled('webpay-migrate'),
    connectionTimeoutMillis: 5_000,
  });
  // A broken connection fails its query; an unhandled error would end the process and print its secrets.
  client.on('error', () => undefined);
  return client;
}

type Asked = { readonly role: string; readonly may_migrate: boolean; readonly is_there: boolean };

async function askRole(client: pg.Client): Promise<Asked> {
  const { rows } = await client.query<Asked>(
    `select current_user::text as role, to_regclass('schema_migrations') is not null as is_there,
      coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')),
        has_schema_privilege(current_schema(), 'create'),
        false) as may_migrate`,
  );
  return rows[0] ?? { role: '', may_migrate: false, is_there: false };
}

function refuseMissing(role: string, [next]: readonly MigrationFile[]): void {
  if (next === undefined) return;
  throw new SchemaError(
    `The role "${role}" may not change the schema, and ${next.name} is missing: run "npm run migrate" with DATABASE_OWNER_URL, the address of the role that owns the tables.`,
  );
}

/**
 * The role of the shop's address; null when it is the owner's.
 * @throws SchemaError when the address leads to another database, where no lock of this process is held
 */
async function runtimeRole(owner: string, ownerUrl: string, url: string): Promise<string | null> {
  if (url === ownerUrl) return null;
  const client = clientAt(await writableUrl(url));
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string; is_same: boolean }>(
      `select current_user::text as role, exists (select from pg_locks
         where locktype = 'advisory' and classid = 0 and objid = $1 and granted
           and database = (select oid from pg_database where datname = current_database())) as is_same`,
      [LOCK],
    );
    const found = rows[0];
    if (found?.is_same !== true) {
      throw new SchemaError('DATABASE_URL and DATABASE_OWNER_URL name two different databases.');
    }
    return found.role === owner ? null : found.role;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Also without a new file: the role may be new. */
async function grantToRuntime(client: pg.Client, runtime: string | null): Promise<void> {
  if (runtime === null) return;
  await client.query('begin');
  try {
    await grantRights(client, runtime);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw failed(`The role "${runtime}" could not be given its rights`, error);
  }
}

/** Reports rights that the owner cannot revoke: an administrator of the database can. */
async function tellExcess(url: string, log: (line: string) => void): Promise<void> {
  const client = clientAt(await writableUrl(url));
  try {
    await client.connect();
    const excess = await excessRights(client);
    if (excess !== null) log(`database: ${excess}: docs/operations.md says how to end it`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Compares the database's schema, and the rights of the connection's role, with this code's needs before a start.
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
  try {
    const applied = rows[0]?.there === true ? await appliedRows(pool) : [];
    const next = pendingOf(files, applied)[0];
    if (next === undefined) return (await lacksRights(pool)) ? NO_RIGHTS : null;
    const at = applied.at(-1)?.name ?? 'empty';
    return `The database schema is older than this code (it is at ${at}, ${next.name} is missing): run "npm run migrate".`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

/** Asks again and again: a waiting statement would hold a snapshot, which a concurrent index waits for. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_held: boolean }>(
      'select pg_try_advisory_lock($1) as is_held',
      [LOCK],
    );
    if (rows[0]?.is_held === true) return;
    await pause(LOCK_POLL_MS);
  }
}

async function apply(
  client: pg.Client,
  file: MigrationFile,
  runtime: string | null,
): Promise<void> {
  try {
    await untilUnlocked((isLong) => applyOnce(client, isLong, file, runtime));
  } catch (error) {
    throw failed(`Migration ${file.name} failed and changed nothing`, error);
  }
}

/** Runs what files leave for later, once each, and drops what a killed run left half built. */
async function finish(
  client: pg.Client,
  files: readonly MigrationFile[],
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'select version from schema_migrations where finished_at is null order by version',
  );
  const open = new Set(rows.map(({ version }) => version));
  for (const file of files.filter(({ version }) => open.has(version))) {
    for (const statement of file.later) {
      try {
        await dropHalfBuilt(client, statement);
        await runLater(client, statement);
      } catch (error) {
        throw failed(`Migration ${file.name} is applied, but not finished: run it again`, error);
      }
    }
    if (file.later.length > 0) log(`database: finished ${file.name}`);
    await client.query('update schema_migrations set finished_at = now() where version = $1', [
      file.version,
    ]);
  }
}

/** A change of a table waits shortly. An index that is built beside the shop may wait for old transactions. */
async function runLater(client: pg.Client, statement: string): Promise<void> {
  if (!/^alter table\b/im.test(statement)) {
    await client.query(statement);
    return;
  }
  await untilUnlocked((isLong) => inTransaction(client, isLong, () => client.query(statement)));
}

async function dropHalfBuilt(client: pg.Client, statement: string): Promise<void> {
  const index = /\bindex concurrently if not exists (\w+)/.exec(statement)?.[1];
  if (index === undefined) return;
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}

async function applyOnce(
  client: pg.Client,
  isLong: boolean,
  file: MigrationFile,
  runtime: string | null,
): Promise<void> {
  await inTransaction(client, isLong, async () => {
    await client.query(file.sql);
    if (runtime !== null) await grantRights(client, runtime);
    await client.query(
      'insert into schema_migrations (version, name, checksum, needs_code) values ($1, $2, $3, $4)',
      [file.version, file.name, file.checksum, file.needs_code],
    );
  });
}

function failed(what: string, cause: unknown): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaError(`${what}: ${reason}.`, { cause });
}
