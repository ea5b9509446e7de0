import path from 'node:path';
import {
  complain,
  given,
  readDatabaseUrl,
  readHost,
  readLimitScale,
  readMethodRetryHours,
  readPercent,
  readMirrorPorts,
  readOrigin,
  readOrigins,
  readPort,
  readPreviewUrl,
  readRunAs,
  readSecondSecret,
  readSecret,
  readTrustedProxies,
  readWhole,
  refusePlainHttp,
  refuseSharedPorts,
  type Environment,
  type Fields,
} from './fields.ts';
import { readHeads, type HeadsConfig } from './audit-heads.ts';
import { readCompanyAccount, type CompanyAccountConfig } from './company-account.ts';
import { readConfirmAge, readConsoleLimits, type ConsoleLimits } from './console-limits.ts';
import { readPooler, readReplica, type ReplicaConfig } from './database.ts';
import { refuseOpenSandbox } from './open-sandbox.ts';
import { refuseTestWallet } from './payermax-world.ts';
import { readMethods, type Methods } from './methods/read-methods.ts';
import { readRetention, type RetentionDays } from './retention.ts';
import { refuseSameKeys, refuseWeak } from './strength.ts';
import { readTracing } from './tracing.ts';
import { readGames, type GamesConfig } from './games.ts';
import { readPayermax, readPaypal, type PayermaxConfig, type PaypalConfig } from './gateways.ts';
import { readMerchants, type MerchantsConfig } from './merchants.ts';
import type { VariableName } from './variables.ts';
import { loopbackOf } from '../platform/loopback.ts';
import type { LogTarget } from '../platform/logging/log.ts';
import type { PoolerMode } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import type { TracingConfig } from '../platform/tracing/open-trace.ts';
import type { WaitScale } from '../platform/http-client/exchange.ts';

/** The configuration of all processes (contract §1). */
export type Config = HeadsConfig & {
  readonly mode: Mode;
  /** The address to listen on. */
  readonly host: string;
  /** The address of the metrics port: in a sandbox, whose clock it moves, this machine's alone. */
  readonly metricsHost: string;
  /** The address the console listens on: in a sandbox, which prints its sign-in links, this machine's unless it is set. */
  readonly consoleHost: string;
  readonly port: number;
  readonly mirrorPorts: readonly number[];
  readonly consolePort: number;
  readonly previewPort: number;
  readonly metricsPort: number;
  /** The metrics port of a worker; null: none. */
  readonly workerMetricsPort: number | null;
  /** Null in production, which has no sandbox. */
  readonly sandboxPort: number | null;
  /** The public address of the sandbox; null in production. */
  readonly sandboxUrl: string | null;
  /** The shop's public origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly consoleUrl: string;
  /** The origin of previews, which the console's process serves; null: there are none. */
  readonly previewUrl: string | null;
  /** The API origins that the storefront races (S03); by default the shop's own comes first. */
  readonly apiHosts: readonly string[];
  /** Null: the embedded database below `dataDir`. */
  readonly databaseUrl: string | null;
  /** For migrations, as the role that owns the tables; null: the role of `databaseUrl` owns them, or the embedded one. */
  readonly databaseOwnerUrl: string | null;
  /** A standby of `databaseUrl` for reads that may lag; null: none. */
  readonly databaseReplica: ReplicaConfig | null;
  /** Looked up before a process leaves root, because only the database's user reads it; absent: not yet. */
  readonly isDatabaseEmbedded?: boolean;
  /** The largest number of connections of each process, without health checks. */
  readonly databaseConnections: {
    readonly server: number;
    readonly worker: number;
    readonly console: number;
  };
  /** Between the shop and its database stands a pooler in this mode; null: none. */
  readonly databasePooler: PoolerMode | null;
  /** The longest time of a statement, in ms. */
  readonly databaseTimeoutMs: number;
  /** The longest time of one statement of an operator's command, in ms. */
  readonly commandTimeoutMs: number;
  /** An absolute path. */
  readonly dataDir: string;
  /** An absolute path: the projects' folders, imported into an empty database; pictures are served from it. */
  readonly catalogueDir: string;
  /** As root, the user that the shop's processes change to: a name, `uid:gid`, or `root`. */
  readonly runAs: string;
  readonly signSecret: string;
  /** Accepted like `signSecret`, never given to a page; null: no rotation is under way. */
  readonly secondSignSecret: string | null;
  /** Addresses and ranges of proxies whose X-Forwarded-For and X-Country are trusted. */
  readonly trustedProxies: readonly string[];
  /** Multiplies every rate limit. */
  readonly limitScale: number;
  /** Hours until a method that its gateway refused is tried by one order. */
  readonly methodRetryHours: number;
  /** Percentage of declined payments of an hour that alerts. */
  readonly declineAlertPercent: number;
  /** Days after which the worker deletes expired data, by kind. */
  readonly retentionDays: RetentionDays;
  readonly archiveMonths: number;
  readonly consoleLimits: ConsoleLimits;
  /** A younger account confirms no step of another operator. */
  readonly consoleConfirmAgeHours: number;
  /** Null: operators sign in with passkeys, passwords and links alone. */
  readonly companyAccount: CompanyAccountConfig | null;
  /** Null: traces are off. */
  readonly tracing: TracingConfig | null;
  /** Wrong and refused passwords and codes of a project and hour that alert, at LIMIT_SCALE 1. */
  readonly guessAlertPerHour: number;
  /** Zero bits that the hash of an image code's work begins with; each further bit doubles the work. */
  readonly imageWorkBits: number;
  /** A stopping server answers "not ready" for this long while it still serves. */
  readonly drainMs: number;
  /** All 1 except in tests. */
  readonly waitScale: WaitScale;
  readonly logTo: LogTarget;
  readonly payermax: PayermaxConfig;
  readonly paypal: PaypalConfig;
  /** Further legal entities with accounts of their own. */
  readonly merchants: MerchantsConfig;
  readonly games: GamesConfig;
  /** The methods, with the facts of the merchant's contract. */
  readonly methods: Methods;
};

export type Mode = 'sandbox' | 'production';

/** An invalid environment; the message names every wrong and every missing variable. */
export class ConfigError extends StartError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const list = problems.length === 1 ? ` ${problems[0]}.` : `\n  ${problems.join('\n  ')}`;
    super(`The configuration cannot be used:${list}`);
    this.problems = problems;
  }
}

export const DEFAULT_SIGN_SECRET = 'webpay-sandbox-secret';
/** About a second of a cheap phone (docs/decisions/0036-image-codes-and-work.md). */
const IMAGE_WORK_BITS = 17;
const OWN_CATALOGUE = path.join(import.meta.dirname, '../../../../catalogue');

/** Reads the environment; no other module does. @throws ConfigError */
export function readConfig(environment: Environment): Config {
  const fields: Fields = { environment, problems: [] };
  const mode = readMode(fields);
  const isProduction = mode === 'production';

  const port = readPort(fields, 'PORT', 4000);
  const mirrorPorts = readMirrorPorts(fields) ?? [4001, 4002, 4003];
  const consolePort = readPort(fields, 'CONSOLE_PORT', 4010);
  const previewPort = readPort(fields, 'PREVIEW_PORT', 4030);
  const metricsPort = readPort(fields, 'METRICS_PORT', 4020);
  // Optional, because several workers may run on one machine.
  const hasWorkerPort = given(fields, 'WORKER_METRICS_PORT') !== null;
  const workerMetricsPort = hasWorkerPort ? readPort(fields, 'WORKER_METRICS_PORT', 0) : null;
  if (isProduction && given(fields, 'SANDBOX_PORT') !== null) {
    complain(fields, 'SANDBOX_PORT', 'must not be set in production: there is no sandbox');
  }
  const sandboxPort = isProduction ? null : readPort(fields, 'SANDBOX_PORT', 4090);
  refuseSharedPorts(fields, [
    ['PORT', port],
    ...mirrorPorts.map((each): [VariableName, number] => ['MIRROR_PORTS', each]),
    ['CONSOLE_PORT', consolePort],
    ['PREVIEW_PORT', isProduction && given(fields, 'PREVIEW_URL') === null ? 0 : previewPort],
    ['METRICS_PORT', metricsPort],
    ['WORKER_METRICS_PORT', workerMetricsPort ?? 0],
    ['SANDBOX_PORT', sandboxPort ?? 0],
  ]);
  const sandboxUrl = sandboxPort === null ? null : `http://localhost:${sandboxPort}`;

  const local = (at: number) => (isProduction ? null : `http://localhost:${at}`);
  const publicUrl = readOrigin(fields, 'PUBLIC_URL', local(port));
  const consoleUrl = readOrigin(fields, 'CONSOLE_URL', local(consolePort));
  const previewUrl = readPreviewUrl(fields, local(previewPort), [publicUrl, consoleUrl]);
  const apiHosts = readOrigins(fields, 'API_HOSTS', defaultApiHosts(publicUrl, mirrorPorts, mode));

  const signSecret = readSecret(fields, 'SIGN_SECRET', isProduction ? null : DEFAULT_SIGN_SECRET);
  const secondSignSecret = readSecondSecret(fields, 'SIGN_SECRET_SECOND');
  if (isProduction) {
    const published = 'is the published default: production needs its own';
    if (signSecret === DEFAULT_SIGN_SECRET) complain(fields, 'SIGN_SECRET', published);
    if (secondSignSecret === DEFAULT_SIGN_SECRET) complain(fields, 'SIGN_SECRET_SECOND', published);
    refusePlainHttp(fields, 'PUBLIC_URL', [publicUrl]);
    refusePlainHttp(fields, 'CONSOLE_URL', [consoleUrl]);
    refusePlainHttp(fields, 'PREVIEW_URL', [previewUrl ?? '']);
    // The default is PUBLIC_URL, which is checked already.
    if (given(fields, 'API_HOSTS') !== null) refusePlainHttp(fields, 'API_HOSTS', apiHosts);
    // With this switch, Node checks no certificate of a gateway, a game or a database.
    if (given(fields, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
      complain(fields, 'NODE_TLS_REJECT_UNAUTHORIZED', 'must not be 0: certificates are looked at');
    }
  }

  const host = readHost(fields, 'HOST', '127.0.0.1');
  const consoleHost = readHost(fields, 'CONSOLE_HOST', isProduction ? host : loopbackOf(host));
  const databaseUrl = readDatabaseUrl(fields, 'DATABASE_URL');
  const databaseOwnerUrl = readDatabaseUrl(fields, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    const why = 'is given without DATABASE_URL: the embedded database has an owner of its own';
    complain(fields, 'DATABASE_OWNER_URL', why);
  }

  const accounts = {
    payermax: readPayermax(fields, sandboxUrl),
    paypal: readPaypal(fields, sandboxUrl),
  };
  const config: Config = {
    mode,
    host,
    metricsHost: isProduction ? host : loopbackOf(host),
    consoleHost,
    port,
    mirrorPorts,
    consolePort,
    previewPort,
    metricsPort,
    workerMetricsPort,
    sandboxPort,
    sandboxUrl,
    publicUrl,
    consoleUrl,
    previewUrl,
    apiHosts,
    databaseUrl,
    databaseOwnerUrl,
    databaseReplica: readReplica(fields, databaseUrl),
    databaseConnections: {
      server: readWhole(fields, 'DATABASE_SERVER_CONNECTIONS', 16, [2, 1_000]),
      worker: readWhole(fields, 'DATABASE_WORKER_CONNECTIONS', 24, [4, 1_000]),
      console: readWhole(fields, 'DATABASE_CONSOLE_CONNECTIONS', 8, [2, 1_000]),
    },
    databasePooler: readPooler(fields),
    databaseTimeoutMs: readWhole(fields, 'DATABASE_TIMEOUT_MS', 30_000, [1_000, 600_000]),
    commandTimeoutMs: readWhole(fields, 'COMMAND_TIMEOUT_MS', 600_000, [1_000, 86_400_000]),
    dataDir: path.resolve(given(fields, 'DATA_DIR') ?? '.data'),
    catalogueDir: path.resolve(given(fields, 'CATALOGUE_DIR') ?? OWN_CATALOGUE),
    runAs: readRunAs(fields),
    signSecret,
    secondSignSecret,
    trustedProxies: readTrustedProxies(fields),
    limitScale: readLimitScale(fields),
    methodRetryHours: readMethodRetryHours(fields),
    declineAlertPercent: readPercent(fields, 'DECLINE_ALERT_PERCENT', 50),
    ...readRetention(fields),
    consoleLimits: readConsoleLimits(fields),
    consoleConfirmAgeHours: readConfirmAge(fields, isProduction),
    companyAccount: readCompanyAccount(fields, isProduction),
    ...readHeads(fields, isProduction),
    tracing: readTracing(fields, isProduction),
    guessAlertPerHour: readWhole(fields, 'GUESS_ALERT_PER_HOUR', 300, [1, 1_000_000]),
    imageWorkBits: readWhole(fields, 'IMAGE_WORK_BITS', IMAGE_WORK_BITS, [1, 24]),
    drainMs: readWhole(fields, 'DRAIN_MS', 5_000, [0, 60_000]),
    waitScale: { pauses: 1, deadlines: 1, health: 1 },
    logTo: 'stdout',
    ...accounts,
    merchants: readMerchants(fields, accounts, sandboxUrl),
    games: readGames(fields, sandboxUrl),
    methods: readMethods(fields, isProduction),
  };
  refuseSameKeys(fields, config);
  if (isProduction) {
    refuseWeak(fields, config);
    refuseTestWallet(fields, config);
  } else refuseOpenSandbox(fields, config);
  if (fields.problems.length > 0) throw new ConfigError(fields.problems);
  return config;
}

function readMode(fields: Fields): Mode {
  const value = given(fields, 'WEBPAY_MODE') ?? 'sandbox';
  if (value === 'sandbox' || value === 'production') return value;
  complain(fields, 'WEBPAY_MODE', `is "${value}", neither "sandbox" nor "production"`);
  return 'sandbox';
}

/** The shop and its local mirrors. In production only their proxy knows the mirrors' public names. */
function defaultApiHosts(
  publicUrl: string,
  mirrorPorts: readonly number[],
  mode: Mode,
): readonly string[] {
  if (publicUrl === '' || mode === 'production') return [publicUrl];
  const { protocol, hostname } = new URL(publicUrl);
  return [publicUrl, ...mirrorPorts.map((each) => `${protocol}//${hostname}:${each}`)];
}
