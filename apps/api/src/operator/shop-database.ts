import path from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import type { Methods } from '../config/methods/read-methods.ts';
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import type { Addresses } from '../platform/db/address.ts';
import { migrate, schemaProblem } from '../platform/db/migrate.ts';
import { openDb, type Db } from '../platform/db/pool.ts';
import { refusePooler } from '../platform/db/pooler.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { compareCatalogue } from '../catalogue-import/compare-catalogue.ts';
import { differenceInWords } from '../catalogue-import/difference-in-words.ts';
import { countOf, type CatalogueDifference } from '../catalogue-import/difference.ts';
import {
  importCatalogue,
  importIntoEmpty,
  type ImportOptions,
} from '../catalogue-import/import-catalogue.ts';
import { StartError } from '../platform/start-error.ts';
import { buildContext } from '../build-context.ts';
import type { Ctx } from '../context.ts';

export type Database = Addresses & { readonly stop: () => Promise<void> };

type Where = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'databasePooler'>;

/** Starts the embedded database, or connects to the one in DATABASE_URL. */
export async function openDatabase(
  config: Where,
  log: (line: string) => void,
  fsync = true,
): Promise<Database> {
  if (config.databaseUrl === null) {
    return startEmbeddedPostgres({ dataDir: config.dataDir, log, fsync });
  }
  await reachDatabase(config.databaseUrl);
  await refusePooler(config.databaseUrl, config.databasePooler);
  const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  return { url: config.databaseUrl, ownerUrl, stop: async () => undefined };
}

/** The database of the running shop, or one opened as for a start. */
export async function joinDatabase(config: Where): Promise<Database> {
  const running =
    config.databaseUrl === null ? await runningEmbeddedPostgres(config.dataDir) : null;
  if (running !== null) return { ...running, stop: async () => undefined };
  return openDatabase(config, console.error);
}

/** The existing database of a shop; never creates one. @throws StartError when there is none */
async function joinShop(config: Where): Promise<Database> {
  if (config.databaseUrl === null && !hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(
      `No shop keeps its database in ${path.resolve(config.dataDir)}: correct DATA_DIR, or start the shop there with npm start.`,
    );
  }
  return joinDatabase(config);
}

/**
 * Migrates the schema as its owner.
 * @returns the names of the applied files
 * @throws StartError also behind a pooler in transaction mode, where the lock of migrations is lost
 */
export async function migrateDatabase(
  { url, ownerUrl }: Addresses,
  log: (line: string) => void,
  databasePooler: Config['databasePooler'],
): Promise<string[]> {
  if (ownerUrl === url) {
    refusePooled(databasePooler);
  } else {
    await refusePooledOwner(ownerUrl);
  }
  return migrate(ownerUrl, log, undefined, url);
}

const OWNER_IS_POOLED =
  'DATABASE_OWNER_URL leads through a connection pooler: name PostgreSQL itself.';

async function refusePooledOwner(ownerUrl: string): Promise<void> {
  await reachDatabase(ownerUrl, false, 'DATABASE_OWNER_URL');
  await refusePooler(ownerUrl, null).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(OWNER_IS_POOLED, { cause: error });
  });
}

const OWNER_IS_MISSING =
  'This command needs a connection of its own: give a DATABASE_OWNER_URL that names PostgreSQL itself.';
const POOLED_MIGRATION =
  'Migrations need a connection of their own: run "npm run migrate" with a DATABASE_OWNER_URL that names PostgreSQL itself.';

function refusePooled(databasePooler: Config['databasePooler'], why = POOLED_MIGRATION): void {
  if (databasePooler === 'transaction') throw new StartError(why);
}

/**
 * Migrates the schema, then imports the catalogue folder.
 * @param methods the shop's; by default a sandbox's
 * @param filled a database that has a catalogue is changed as an import does, or only compared with the folder
 */
export async function prepareDatabase(
  database: Addresses,
  catalogueDir: string,
  log: (line: string) => void,
  databasePooler: Config['databasePooler'] = null,
  filled: ImportOptions | 'compare' = {},
  methods?: Methods,
): Promise<void> {
  const isPooled = databasePooler === 'transaction' && database.ownerUrl === database.url;
  if (!isPooled) await migrateDatabase(database, log, databasePooler);
  const db = openDb(database.url, { max: 2, name: 'webpay-catalogue', pooler: databasePooler });
  try {
    if (isPooled && (await schemaProblem(db.pool)) !== null) refusePooled(databasePooler);
    if (filled !== 'compare') {
      await importCatalogue(db, catalogueDir, log, filled, methods);
    } else if (!(await importIntoEmpty(db, catalogueDir, log, methods))) {
      const difference = await compareCatalogue(db, catalogueDir, methods);
      for (const line of differenceInWords(difference, catalogueDir)) log(line);
      if (countOf(difference.rows) === 0) return;
      log('  To sell what the folder says: npm run catalogue -- import');
    }
  } finally {
    await db.close();
  }
}

/**
 * Compares a catalogue folder with the database of the shop that runs, and starts none.
 * @returns a sentence where there is nothing to compare with
 * @throws CatalogueError; StartError when DATABASE_URL does not answer
 */
export async function compareWithShop(
  config: Where & Pick<Config, 'commandTimeoutMs' | 'methods'>,
  catalogueDir: string,
): Promise<CatalogueDifference | string> {
  const url =
    config.databaseUrl === null
      ? (await runningEmbeddedPostgres(config.dataDir))?.url
      : (await openDatabase(config, console.error)).url;
  if (url === undefined) return 'No shop runs here.';
  const { commandTimeoutMs: timeoutMs, databasePooler: pooler } = config;
  const db = openDb(url, { timeoutMs, pooler, max: 1, name: 'webpay-catalogue' });
  try {
    const problem = await schemaProblem(db.pool);
    if (problem !== null) return problem;
    const difference = await compareCatalogue(db, catalogueDir, config.methods);
    return difference.isFirst ? 'The database has no catalogue yet.' : difference;
  } finally {
    await db.close();
  }
}

/** Runs a command on the database of a shop, whose schema must be this code's, under its own limit of time. @throws StartError */
export async function withShopDb(
  command: { readonly name: string; readonly connections?: number },
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await joinShop(config);
  const db = openDb(database.url, {
    timeoutMs: config.commandTimeoutMs,
    pooler: config.databasePooler,
    max: command.connections ?? 1,
    name: `webpay-${command.name}`,
  });
  try {
    const problem = await schemaProblem(db.pool);
    if (problem !== null) throw new StartError(problem);
    await work(db);
  } finally {
    await db.close();
    await database.stop();
  }
}

/**
 * Runs a command as the owner of the tables, on one connection: a lock of its session holds until the command ends.
 * @throws StartError also behind a pooler in transaction mode, where such a lock is lost
 */
export async function withOwnerDb(name: string, work: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const database = await joinShop(config);
  const { ownerUrl, url } = database;
  try {
    if (ownerUrl === url) refusePooled(config.databasePooler, OWNER_IS_MISSING);
    else await refusePooledOwner(ownerUrl);
    const timeoutMs = config.commandTimeoutMs;
    const db = openDb(ownerUrl, { timeoutMs, max: 1, name: `webpay-${name}` });
    try {
      const problem = await schemaProblem(db.pool);
      if (problem !== null) throw new StartError(problem);
      await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}

/** Runs a command with the context of a shop: its database, gateways and games. @throws StartError */
export async function withShopContext(
  options: Parameters<typeof buildContext>[1],
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await joinShop(config);
  try {
    const databaseTimeoutMs = config.commandTimeoutMs;
    const named = { ...config, databaseTimeoutMs, databaseUrl: database.url };
    const built = await buildContext(named, options);
    try {
      await work(built.ctx);
    } finally {
      await built.close();
    }
  } finally {
    await database.stop();
  }
}

/** Runs a command on a restored database, whose schema must be this code's. @throws StartError */
export async function withRestoredDb(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const { commandTimeoutMs: timeoutMs } = readConfig(process.env);
  const db = openDb(url, { timeoutMs, max: 2, name: 'webpay-backup-check' });
  try {
    const problem = await schemaProblem(db.pool);
    if (problem !== null) throw new StartError(problem);
    await work(db);
  } finally {
    await db.close();
  }
}

/** Runs a command of the shop's rules on a restored database, with the gateways of the environment. */
export async function withRestoredContext(
  url: string,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const databaseTimeoutMs = config.commandTimeoutMs;
  // A replica is one of the running shop's.
  const restored = { ...config, databaseUrl: url, databaseReplica: null, databaseTimeoutMs };
  const options = { name: 'backup-check', connections: 2, logTo: 'stderr' } as const;
  const built = await buildContext(restored, options);
  try {
    await work(built.ctx);
  } finally {
    await built.close();
  }
}
