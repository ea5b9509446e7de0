import { globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../apps/api/src/config/config.ts';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { prepareDatabase } from '../apps/api/src/operator/shop-database.ts';
import { buildConsole } from './console-build.ts';
import { followChanges, type Change } from './dev/follow.ts';
import { startFront } from './dev/front.ts';
import { endAndTell, endOnSignals, opened } from './ending.ts';
import { refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { freePorts } from './ports.ts';
import type { Supervised } from './processes.ts';
import { startShop } from './shop.ts';
import { buildStorefront } from './storefront-build.ts';

/**
 * `npm run dev`: the whole shop from its sources, until Ctrl-C. The open page follows styles and components. Server,
 * worker and console restart when their sources change, and the console's pages are built again. Catalogue and migrations are applied at the start and after each change.
 * `/kit` shows every component in each project's theme.
 */
const log = (line: string): void => console.log(line);
const DRAIN_MS = 500;

endOnSignals();
try {
  refuseOptions();
  const config = readConfig(process.env);
  if (config.mode === 'production') {
    throw new StartError('npm run dev is for development: unset WEBPAY_MODE, or use npm start.');
  }
  await buildConsole(log);
  const [inner = 0] = await freePorts(1);
  // Assigned before it is awaited: Ctrl-C may come while the shop starts.
  const starting = startShop({
    env: { DRAIN_MS: '0', ...process.env, PUBLIC_URL: config.publicUrl },
    envOf: { server: { PORT: String(inner) } },
    log,
    build: false,
    catalogue: 'reprice',
  });
  opened(async () => (await starting.catch(() => null))?.stop());
  const shop = await starting;
  const { server, worker, console: operators } = shop.processes;
  let serverIsUp: Promise<unknown> = Promise.resolve();

  const isWildcard = config.host === '0.0.0.0' || config.host === '::';
  const front = await startFront({
    host: config.host,
    port: config.port,
    server: { host: isWildcard ? '127.0.0.1' : config.host, port: inner },
    serverIsUp: () => serverIsUp,
    projects: globSync('*/project.yaml', { cwd: config.catalogueDir }).map((file) =>
      path.dirname(file),
    ),
  });
  opened(front.close);

  const restart = async (...processes: readonly Supervised[]): Promise<void> => {
    await Promise.all(processes.map((each) => each.restart(DRAIN_MS)));
  };
  const reload = (): void => front.vite.ws.send({ type: 'full-reload' });
  const work = async (changes: ReadonlySet<Change>): Promise<void> => {
    const startedAt = performance.now();
    if (changes.has('routes')) await buildStorefront(log);
    if (changes.has('database')) {
      const { databasePooler, catalogueDir } = config;
      const database = { url: shop.databaseUrl, ownerUrl: shop.databaseOwnerUrl };
      await prepareDatabase(database, catalogueDir, log, databasePooler, {
        anyPrice: true,
        over: 'all',
      });
    }
    if (changes.has('console')) await buildConsole(log);
    if (changes.has('sandbox')) await shop.sandbox?.restart(DRAIN_MS);
    if (changes.has('api') || changes.has('routes') || changes.has('database')) {
      await restart(server, worker, operators);
    }
    if (changes.has('database') || changes.has('routes') || changes.has('texts')) reload();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    log(`changed: ${[...changes].join(', ')} (${seconds} s)`);
  };
  followChanges(front.vite.watcher, (changes) => {
    const done = work(changes).catch((error: unknown) => {
      // Usually an incomplete change: the next one starts the processes again.
      console.error(error instanceof StartError ? error.message : error);
    });
    serverIsUp = Promise.race([done, sleep(10_000)]);
    return done;
  });
  log(`\nDevelopment at ${config.publicUrl}/miniflix, components at ${config.publicUrl}/kit`);
  log(`The console at ${config.consoleUrl}; reload its pages after a change.`);
  log('Ctrl-C stops all of it.');
} catch (error) {
  await endAndTell(error);
}
