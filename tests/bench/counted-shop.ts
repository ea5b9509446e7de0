import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { opened } from '../../tools/ending.ts';
import { startShop, type Shop } from '../../tools/shop.ts';
import { diskFolder } from '../support/disk-folder.ts';
import { environmentOf } from '../support/in-process.ts';

const none = v.unknown() as v.GenericSchema<unknown, object>;
const preload = statement({
  name: 'bench.preload',
  text: `alter system set shared_preload_libraries = 'pg_stat_statements'`,
  row: none,
});
/** Its commits and syncs are not a purchase's, and the machine's speed decides whether a round meets them. */
const stopAutovacuum = statement({
  name: 'bench.stop_autovacuum',
  text: 'alter system set autovacuum = off',
  row: none,
});
const extend = statement({
  name: 'bench.extend',
  text: 'create extension if not exists pg_stat_statements',
  row: none,
});

export type CountedShop = {
  readonly shop: Shop;
  /** The database as its superuser. */
  readonly keeperUrl: string;
  readonly databasePid: number;
  stop(): Promise<void>;
};

/** Starts a shop on disk, with fsync, whose PostgreSQL counts its statements and vacuums nothing by itself. */
export async function startCountedShop(): Promise<CountedShop> {
  const dataDir = await mkdtemp(path.join(diskFolder(), 'webpay-bench-'));
  const removeData = opened(() => rm(dataDir, { recursive: true, force: true }));
  try {
    // As root the database runs as another user.
    await chmod(dataDir, 0o755);
    const env = { PATH: process.env['PATH'], ...(await environmentOf(dataDir, {})) };
    // The library is loaded when PostgreSQL starts, so that starts alone before the shop.
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      const firstKeeperUrl = await keeperUrlOf(database.url, dataDir);
      await asKeeper(firstKeeperUrl, preload);
      await asKeeper(firstKeeperUrl, stopAutovacuum);
    } finally {
      await database.stop();
    }
    const shop = await startShop({ env, log: () => undefined, fsync: true, build: false });
    const stop = opened(async () => {
      await shop.stop();
      await removeData();
    });
    const keeperUrl = await keeperUrlOf(shop.databaseUrl, dataDir);
    await asKeeper(keeperUrl, extend);
    const pidFile = await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    return { shop, keeperUrl, databasePid: Number.parseInt(pidFile, 10), stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function asKeeper(url: string, what: typeof preload): Promise<void> {
  const keeper = openDb(url, { max: 1, name: 'bench-costs' });
  try {
    await keeper.run(what);
  } finally {
    await keeper.close();
  }
}

async function keeperUrlOf(databaseUrl: string, dataDir: string): Promise<string> {
  const url = new URL(databaseUrl);
  url.username = 'postgres';
  const password = await readFile(path.join(dataDir, 'postgres/superuser-password'), 'utf8');
  url.password = password.trim();
  return url.href;
}
