import path from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import { migrate, schemaProblem } from '../platform/db/migrate.ts';
import { openDb, type Db } from '../platform/db/pool.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { importCatalogue } from '../catalogue-import/import-catalogue.ts';
import { StartError } from '../platform/start-error.ts';
import { buildContext } from '../build-context.ts';
import type { Ctx } from '../context.ts';

export type Database = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts the embedded database, or connects to the one in DATABASE_URL. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  fsync = true,
): Promise<Database> {
  if (config.databaseUrl === null) {
    return startEmbeddedPostgres({ dataDir: config.dataDir, log, fsync });
  }
  await reachDatabase(config.databaseUrl);
  return { url: config.databaseUrl, stop: async () => undefined };
}

/** The database of the running shop, or one opened as for a start. */
export async function joinDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Database> {
  const running =
    config.databaseUrl === null ? await runningEmbeddedPostgres(config.dataDir) : null;
  if (running !== null) return { url: running, stop: async () => undefined };
  return openDatabase(config, console.error);
}

/** The existing database of a shop; never creates one. @throws StartError when there is none */
async function joinShop(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (config.databaseUrl === null && !hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(
      `No shop keeps its database in ${path.resolve(config.dataDir)}: correct DATA_DIR, or start the shop there with npm start.`,
    );
  }
  return joinDatabase(config);
}

/** Migrates the schema, then imports the catalogue folder. */
export async function prepareDatabase(
  url: string,
  catalogueDir: string,
  log: (line: string) => void,
): Promise<void> {
  await migrate(url, log);
  const db = openDb(url, { max: 2, name: 'webpay-catalogue' });
  try {
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
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, {
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
