import path from 'node:path';
import { readConfig, type Config } from '../apps/api/src/config/config.ts';
import { endsWithinMs } from '../apps/api/src/main.ts';
import { holdCurrentBuild } from '../apps/api/src/http/pages/storefront-build.ts';
import type { Environment } from '../apps/api/src/config/fields.ts';
import { isOwnedByStart } from '../apps/api/src/platform/db/embedded.ts';
import { keepPrivate, makeDataDir, type Owner } from '../apps/api/src/platform/private-files.ts';
import { fileProblem, StartError } from '../apps/api/src/platform/start-error.ts';
import { chooseUser, staysRoot } from '../apps/api/src/run-as.ts';
import { openDatabase, prepareDatabase } from '../apps/api/src/operator/shop-database.ts';
import { buildConsole, isConsoleBuilt } from './console-build.ts';
import { refuseTakenPorts, type NamedPort } from './ports.ts';
import { supervise, type Supervised } from './processes.ts';
import { buildStorefront, isBuilt } from './storefront-build.ts';

type ShopProcess = 'server' | 'worker' | 'console';

export type ShopOptions = {
  readonly env: Environment;
  readonly envOf?: { readonly [process in ShopProcess]?: Environment };
  readonly log: (line: string) => void;
  /** Off only for test environments. */
  readonly fsync?: boolean;
  /** False: uses existing builds, even stale ones. */
  readonly build?: boolean;
  /** `reprice` also changes a database that has a catalogue; by default it is only compared. */
  readonly catalogue?: 'reprice' | 'compare';
};

export type Shop = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly databaseOwnerUrl: string;
  readonly processes: Readonly<Record<ShopProcess, Supervised>>;
  /** Null in production. */
  readonly sandbox: Supervised | null;
  /** Drains the processes, then stops the database. */
  stop(): Promise<void>;
};

const APPS = path.join(import.meta.dirname, '..', 'apps');

/**
 * Starts builds, database, catalogue, sandbox, worker, server and console, and waits until the shop is open.
 * Throws StartError, and stops what has started.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const config = readConfig(options.env);
  await refuseAllTaken(config).catch(async (error: unknown) => {
    if (config.databaseUrl !== null || !(await isOwnedByStart(config.dataDir))) throw error;
    throw new StartError(
      `This shop runs already on ${path.resolve(config.dataDir)}: open ${config.publicUrl}, or stop it first; a second one beside it needs a DATA_DIR and ports of its own.`,
      { cause: error },
    );
  });
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const database = await openDatabase(config, options.log, options.fsync);
    stops.push(database.stop);
    // After the database, whose errors are more frequent and faster.
    if (options.build !== false || !isBuilt()) await buildStorefront(options.log);
    if (options.build !== false || !isConsoleBuilt()) await buildConsole(options.log);
    await holdCurrentBuild();
    await prepareDatabase(
      database,
      config.catalogueDir,
      options.log,
      config.databasePooler,
      options.catalogue === 'reprice' ? { anyPrice: true, over: 'all' } : 'compare',
      config.methods,
    );
    const { user, logFolder } = await prepareFolders(config, options.log);
    const env = {
      ...options.env,
      DATABASE_URL: database.url,
      DATABASE_URL_FILE: undefined,
      // Servers and workers must not be able to become the owner.
      DATABASE_OWNER_URL: undefined,
      DATABASE_OWNER_URL_FILE: undefined,
      DATA_DIR: config.dataDir,
      CATALOGUE_DIR: config.catalogueDir,
      PUBLIC_URL: config.publicUrl,
      // The user is chosen once for all.
      RUN_AS: user === null ? 'root' : `${user.uid}:${user.gid}`,
    };
    const start = (
      name: 'sandbox' | ShopProcess,
      script: string,
      isReady?: () => Promise<boolean>,
    ): Supervised =>
      supervise({
        name,
        script: path.join(APPS, script),
        env: { ...env, ...(name === 'sandbox' ? {} : options.envOf?.[name]) },
        logFolder,
        stopMs: endsWithinMs(config) + 2_000,
        ...(isReady ? { isReady } : {}),
        log: options.log,
      });
    const metrics = `http://${urlHost(config.metricsHost)}:${config.metricsPort}`;
    const sandbox =
      config.sandboxPort === null
        ? null
        : start('sandbox', 'sandbox/src/main.ts', () =>
            answers(`http://${urlHost(config.metricsHost)}:${config.sandboxPort}/statement`),
          );
    const worker = start('worker', 'api/src/worker.ts');
    const server = start('server', 'api/src/server.ts', () => answers(`${metrics}/readyz`));
    const consolePort = `http://${urlHost(config.consoleHost)}:${config.consolePort}`;
    const operators = start('console', 'api/src/console.ts', () =>
      answers(`${consolePort}/readyz`),
    );
    const services = [worker, server, operators];
    // The sandbox stops last: the others may call it while they drain.
    if (sandbox) stops.push(sandbox.stop);
    stops.push(async () => void (await Promise.all(services.map((each) => each.stop()))));
    await Promise.all([sandbox?.ready(), ...services.map((each) => each.ready())]);
    return {
      config,
      databaseUrl: database.url,
      databaseOwnerUrl: database.ownerUrl,
      processes: { server, worker, console: operators },
      sandbox,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Chooses the user of the processes, and closes the folders that they and this one use. */
async function prepareFolders(config: Config, log: (line: string) => void) {
  const logFolder = path.join(config.dataDir, 'logs');
  const own = ownUser();
  try {
    makeDataDir(config.dataDir);
    const { user, whyRoot } = await chooseUser(config);
    if (whyRoot !== null) log(staysRoot(whyRoot));
    keepPrivate(logFolder, own);
    if (config.sandboxPort !== null) keepPrivate(path.join(config.dataDir, 'sandbox'), user ?? own);
    return { user, logFolder };
  } catch (error) {
    throw fileProblem(error, config.dataDir);
  }
}

/** Ports by the address that they listen on, so that all taken ones of an address are named at once. */
async function refuseAllTaken(config: Config): Promise<void> {
  const { host, metricsHost, consoleHost, sandboxPort } = config;
  const ports: (NamedPort & { readonly host: string })[] = [
    { name: 'PORT', port: config.port, host },
    ...config.mirrorPorts.map((port) => ({ name: 'MIRROR_PORTS', port, host })),
    { name: 'METRICS_PORT', port: config.metricsPort, host: metricsHost },
    ...(sandboxPort === null
      ? []
      : [{ name: 'SANDBOX_PORT', port: sandboxPort, host: metricsHost }]),
    {
      name: 'CONSOLE_PORT',
      port: config.consolePort,
      host: consoleHost,
      hostName: consoleHost === host ? 'HOST' : 'CONSOLE_HOST',
    },
  ];
  for (const each of new Set(ports.map((port) => port.host))) {
    await refuseTakenPorts(
      ports.filter((port) => port.host === each),
      each,
    );
  }
}

/** Null where the system has no users. */
function ownUser(): Owner {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return uid === undefined || gid === undefined ? null : { uid, gid };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}

/** Local address of a server that listens on `host`. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
