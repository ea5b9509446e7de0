import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../../apps/api/src/config/config.ts';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { startConsole } from '../../apps/api/src/console.ts';
import { startServer } from '../../apps/api/src/server.ts';
import { startWorker } from '../../apps/api/src/worker.ts';
import type { WaitScale } from '../../apps/api/src/platform/http-client/exchange.ts';
import { readSettings } from '../../apps/sandbox/src/settings.ts';
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts';
import { prepareDatabase } from '../../apps/api/src/operator/shop-database.ts';
import { CONSOLE_DIST } from '../../apps/api/src/http/console/console-build.ts';
import { buildConsole, isConsoleBuilt } from '../../tools/console-build.ts';
import { freePorts } from '../../tools/ports.ts';
import { buildStorefront, isBuilt } from '../../tools/storefront-build.ts';
import type { TestShop } from './environment.ts';

export type InProcessOptions = {
  /** A copy of the seeded template; CATALOGUE_DIR, where given, is imported into it. */
  readonly databaseUrl: string;
  /** Overrides settings of the environment, for example `{ LIMIT_SCALE: '1' }`. */
  readonly env?: Environment;
  /** Changes the configuration of server and worker, where no variable can: keys without files. */
  readonly edit?: (config: Config) => Config;
  /** Overrides the test defaults: a tenth of the pauses, full deadlines, patient health answers. */
  readonly waitScale?: Partial<WaitScale>;
  /** Starts the operators' console too: with the built pages, or those of a folder. */
  readonly console?: true | { readonly dist: string };
  /** Parent of the data directory; by default the machine's temporary folder. */
  readonly folder?: string;
};

/** Full deadlines: on a busy machine a tenth would expire. Files that wait for one shorten it. */
const TEST_WAITS: WaitScale = { pauses: 0.1, deadlines: 1, health: 30 };
const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Starts a whole shop in this process: sandbox, worker and server with a data directory and free
 * ports. `stop()` drains them and removes the data; the database stays the caller's.
 */
export async function startInProcess(options: InProcessOptions): Promise<TestShop> {
  const dataDir = await mkdtemp(path.join(options.folder ?? tmpdir(), 'webpay-shop-'));
  const stops = [(): Promise<void> => rm(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    await mkdir(path.join(dataDir, 'logs'));
    const env = await environmentOf(dataDir, options);
    const { edit = (config: Config) => config } = options;
    const config: Config = {
      ...edit(readConfig(env)),
      waitScale: { ...TEST_WAITS, ...options.waitScale },
    };
    const logTo = (name: string) => ({ file: path.join(dataDir, 'logs', `${name}.log`) });
    if (!isBuilt()) await buildStorefront(console.error);
    // The seeded template already has the repository's own catalogue.
    if (env['CATALOGUE_DIR'] !== undefined) {
      // The template is migrated: the shop's own role is enough.
      const database = { url: options.databaseUrl, ownerUrl: options.databaseUrl };
      await prepareDatabase(database, config.catalogueDir, () => undefined, null, {
        anyPrice: true,
      });
    }
    const settings = readSettings(env, ROOT);
    if (typeof settings === 'string') throw new Error(settings);
    // The sandbox stops last: the others may still call it while they drain.
    stops.push((await startSandbox(settings)).stop);
    const worker = await startWorker({ ...config, logTo: logTo('worker') });
    stops.push(worker.stop);
    const server = await startServer({ ...config, logTo: logTo('server') });
    stops.push(server.stop);
    if (options.console !== undefined) {
      const dist = await consoleDist(options.console);
      const operators = await startConsole({ ...config, logTo: logTo('console') }, dist);
      stops.push(operators.stop);
    }
    return {
      config: { ...config, logTo: logTo('test') },
      databaseUrl: options.databaseUrl,
      url: config.publicUrl,
      sandboxUrl: `http://localhost:${config.sandboxPort}`,
      consoleUrl: config.consoleUrl,
      metricsUrl: `http://localhost:${config.metricsPort}`,
      workerMetricsUrl: `http://localhost:${config.workerMetricsPort}`,
      dataDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder of the console's pages, built when they are absent. */
async function consoleDist(from: true | { readonly dist: string }): Promise<string> {
  if (from !== true) return from.dist;
  if (!isConsoleBuilt()) await buildConsole(console.error);
  return CONSOLE_DIST;
}

/** Settings of a shop for tests: high limits, free ports. */
export async function environmentOf(
  dataDir: string,
  { databaseUrl, env }: { readonly databaseUrl?: string; readonly env?: Environment },
): Promise<Environment> {
  const [port, one, two, three, consolePort, metricsPort, workerPort, sandboxPort, preview] =
    await freePorts(9);
  return {
    PORT: String(port),
    MIRROR_PORTS: `${one},${two},${three}`,
    CONSOLE_PORT: String(consolePort),
    PREVIEW_PORT: String(preview),
    METRICS_PORT: String(metricsPort),
    WORKER_METRICS_PORT: String(workerPort),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    LIMIT_SCALE: '1000',
    IMAGE_WORK_BITS: '4',
    DRAIN_MS: '0',
    DATABASE_URL: databaseUrl,
    ...env,
  };
}
