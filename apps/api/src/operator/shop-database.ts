import path from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import { migrate, schemaProblem } from '../platform/db/migrate.ts';
import { openDb, type Db } from '../platform/db/pool.ts';
import { refusePooler } from '../platform/db/pooler.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { importCatalogue } from '../catalogue-import/import-catalogue.ts';
import { StartError } from '../platform/start-error.ts';
import { buildContext } from '../build-context.ts';
import type { Ctx } from '../context.ts';

export type Database = { readonly url: string; readonly stop: () => Promise<void> };

type Where = Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePooler'>;

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
  return { url: config.databaseUrl, stop: async () => undefined };
}

/** The database of the running shop, or one opened as for a start. */
export async function joinDatabase(config: Where): Promise<Database> {
  const running =
    config.databaseUrl === null ? await runningEmbeddedPostgres(config.dataDir) : null;
  if (running !== null) return { url: running, stop: async () => undefined };
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

/** @throws StartError behind a pooler in transaction mode, where the lock of migrations is lost */
export function refuseMigration({ databasePooler }: Pick<Config, 'databasePooler'>): void {
  if (databasePooler !== 'transaction') return;
  throw new StartError(
    'Migrations need a connection of their own: run "npm run migrate" with a DATABASE_URL that names PostgreSQL itself, and without DATABASE_POOLER.',
  );
}

/** Migrates the schema, then imports the catalogue folder. */
export async function prepareDatabase(
  url: string,
  catalogueDir: string,
  log: (line: string) => void,
  databasePooler: Config['databasePooler'] = null,
): Promise<void> {
  if (databasePooler !== 'transaction') await migrate(url, log);
  const db = openDb(url, { max: 2, name: 'webpay-catalogue', pooler: databasePooler });
  try {
    if ((await schemaProblem(db.pool)) !== null) refuseMigration({ databasePooler });
    await importCatalogue(db, catalogueDir, log);
  } finally {
    await db.close();
  }
}

/** Runs a command on the database of a shop, whose schema must be this code's. @throws StartError */
export async function withShopDb(
  command: { readonly name: string; readonly connections?: number },
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await joinShop(config);
  const db = openDb(database.url, {
    timeoutMs: config.databaseTimeoutMs,
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

/** Runs a command with the context of a shop: its database, gateways and games. @throws StartError */
export async function withShopContext(
  options: Parameters<typeof buildContext>[1],
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await joinShop(config);
  try {
    const built = await buildContext({ ...config, databaseUrl: database.url }, options);
    try {
      await work(built.ctx);
    } finally {
      await built.close();
    }
  } finally {
    await database.stop();
  }
}
