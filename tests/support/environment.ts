import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { opened } from '../../tools/ending.ts';
import { environmentOf } from './in-process.ts';
import { startShop, type Shop, type ShopOptions } from '../../tools/shop.ts';

export type TestEnvironmentOptions = {
  /** Over the environment's own settings, for example `{ LIMIT_SCALE: '1' }` or another DATABASE_URL. */
  readonly env?: Environment;
  /** Over `env`, for the shop's server or worker alone. */
  readonly envOf?: ShopOptions['envOf'];
  /** On for benches and for tests that pull the plug. */
  readonly fsync?: boolean;
  /** Builds the storefront when it is stale; by default only when it is not there (`npm test` builds before). */
  readonly build?: boolean;
  /** Makes the empty data directory what it should be before anything starts. */
  readonly prepare?: (dataDir: string) => void;
  /** What the supervisor says; silent by default. */
  readonly log?: (line: string) => void;
};

export type TestEnvironment = Shop & {
  /** The shop's own address. */
  readonly url: string;
  readonly sandboxUrl: string;
  readonly metricsUrl: string;
  readonly workerMetricsUrl: string;
  readonly dataDir: string;
};

/** A test environment whatever its services run in. */
export type TestShop = Omit<TestEnvironment, 'processes' | 'sandbox'>;

/**
 * A whole shop for tests and benches, as `npm start` runs it: own data directory, own free ports, server, worker and
 * sandbox as real processes, limits out of the way. `stop()` ends it and removes its data; in a tool a signal does so, too
 * (ending.ts).
 *
 *     const environment = await startTestEnvironment();
 *     await fetch(`${environment.url}/api/common/heartbeat`);
 *     await environment.processes.worker.killHard();      // it comes back by itself
 *     await environment.stop();
 */
export async function startTestEnvironment(
  options: TestEnvironmentOptions = {},
): Promise<TestEnvironment> {
  const starting = start(options);
  // From now on: a signal may come while everything is starting.
  const stop = opened(async () => {
    const started = await starting.catch(() => null);
    await started?.stop();
  });
  try {
    return { ...(await starting), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: TestEnvironmentOptions): Promise<TestEnvironment> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webpay-environment-'));
  const removeAll = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    // mkdtemp makes a folder for us alone; as root the database runs as another user.
    await chmod(dataDir, 0o755);
    options.prepare?.(dataDir);
    const shop = await startShop({
      env: {
        PATH: process.env['PATH'],
        // Where this process keeps its compiled code, if anywhere: three more processes need the same.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...(await environmentOf(dataDir, options)),
      },
      ...(options.envOf ? { envOf: options.envOf } : {}),
      log: options.log ?? (() => undefined),
      fsync: options.fsync ?? false,
      build: options.build ?? false,
    });
    const stop = async (): Promise<void> => {
      await shop.stop();
      await removeAll();
    };
    return {
      ...shop,
      stop,
      url: shop.config.publicUrl,
      sandboxUrl: `http://localhost:${shop.config.sandboxPort}`,
      metricsUrl: `http://localhost:${shop.config.metricsPort}`,
      workerMetricsUrl: `http://localhost:${shop.config.workerMetricsPort}`,
      dataDir,
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}
