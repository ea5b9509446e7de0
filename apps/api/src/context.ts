import type { Logger } from 'pino';
import type { Clock } from './platform/clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './platform/db/pool.ts';
import type { CatalogueCache } from './domain/projects/catalogue-cache.ts';
import type { GuardedGames } from './games/port.ts';
import type { Metrics } from './platform/monitoring/metrics.ts';
import type { Gateways } from './gateways/port.ts';

/** Everything an operation may touch, passed as its first argument and never imported. */
export type Ctx = {
  readonly config: Config;
  readonly db: Db;
  readonly gateways: Gateways;
  readonly games: GuardedGames;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly catalogue: CatalogueCache;
  /** Cryptographic randomness, so that tests can make it repeatable. */
  readonly randomBytes: (size: number) => Buffer;
  /** Key of order tokens, made by this installation (server_secrets). */
  readonly orderTokenKey: Buffer;
};
