import path from 'node:path';
import type { Config } from '../config/config.ts';
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { importCatalogue } from '../catalogue-import/import-catalogue.ts';
import { StartError } from '../platform/start-error.ts';

export type Database = { readonly url: string; readonly stop: () => Promise<void> };

/** The database of the configuration, reachable: the embedded one started, or the one DATABASE_URL names. */
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

/** For tools: the database of a shop that runs, else as for a start. */
export async function joinDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Database> {
  const running =
    config.databaseUrl === null ? await runningEmbeddedPostgres(config.dataDir) : null;
  if (running !== null) return { url: running, stop: async () => undefined };
  return openDatabase(config, console.error);
}

/** For tools that only make sense beside a shop: its database, never a new one. @throws StartError when there is none */
export async function joinShop(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (config.databaseUrl === null && !hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(
      `No shop keeps its database in ${path.resolve(config.dataDir)}: correct DATA_DIR, or start the shop there with npm start.`,
    );
  }
  return joinDatabase(config);
}

/** Schema as this code has it, catalogue as its folder has it. */
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
