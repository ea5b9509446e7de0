import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { opened } from '../../tools/ending.ts';
import { diskFolder } from './disk-folder.ts';
import { environmentOf } from './in-process.ts';
import { startShop, type Shop, type ShopOptions } from '../../tools/shop.ts';

export type TestEnvironmentOptions = {
  /** Overrides settings of the environment, for example `{ LIMIT_SCALE: '1' }`. */
  readonly env?: Environment;
  /** Overrides `env` for one process of the shop alone. */
  readonly envOf?: ShopOptions['envOf'];
  /** On for benches and for crash tests. */
  readonly fsync?: boolean;
  /** Builds storefront and console when they are stale; by default only when they are absent. */
  readonly build?: boolean;
  /** Prepares the empty data directory before anything starts. */
  readonly prepare?: (dataDir: string) => void;
  /** Log of the supervisor; silent by default. */
  readonly log?: (line: string) => void;
};

export type TestEnvironment = Shop & {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly consoleUrl: string;
  readonly metricsUrl: string;
  readonly workerMetricsUrl: string;
  readonly dataDir: string;
};

export type TestShop = Omit<TestEnvironment, 'processes' | 'sandbox' | 'databaseOwnerUrl'>;

/**
 * Starts a whole shop as `npm start` does: own data directory, free ports, four processes.
 * `stop()` ends it and removes its data; in a tool a signal does so too (ending.ts).
 */
export async function startTestEnvironment(
  options: TestEnvironmentOptions = {},
): Promise<TestEnvironment> {
  const starting = start(options);
  // A signal may arrive during the start.
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
  const parent = options.fsync === true ? diskFolder() : tmpdir();
  const dataDir = await mkdtemp(path.join(parent, 'webpay-environment-'));
  const removeAll = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    // mkdtemp makes the folder private; as root the database runs as another user.
    await chmod(dataDir, 0o755);
    options.prepare?.(dataDir);
    const shop = await startShop({
      env: {
        PATH: process.env['PATH'],
        // Shares this process's compile cache with the services.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        // No load balancer has to see that it ends.
        DRAIN_MS: '0',
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
      consoleUrl: shop.config.consoleUrl,
      metricsUrl: `http://localhost:${shop.config.metricsPort}`,
      workerMetricsUrl: `http://localhost:${shop.config.workerMetricsPort}`,
      dataDir,
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}
