import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { createClock, type MovableClock } from './platform/clock.ts';
import { checkerOfFiles } from './catalogue-import/check-files.ts';
import { readerForPublish } from './catalogue-import/read-for-publish.ts';
import { gameGateway } from './config/games.ts';
import type { Config } from './config/config.ts';
import { secondKeysOf, secretsOf } from './config/secrets.ts';
import type { Ctx } from './context.ts';
import { schemaProblem } from './platform/db/migrate.ts';
import { isEmbeddedPostgres } from './platform/db/embedded.ts';
import { databaseFailure } from './platform/db/failure.ts';
import { openDb, type Db } from './platform/db/pool.ts';
import { openReplica, REPLICA_RULES, type Replica } from './platform/db/replica.ts';
import { refusePooler } from './platform/db/pooler.ts';
import { reachDatabase } from './platform/db/reach.ts';
import { excessRights } from './platform/db/rights.ts';
import { createAsks } from './domain/actions/asks.ts';
import { createCatalogueCache } from './domain/projects/catalogue-cache.ts';
import { createGames } from './games/http-game.ts';
import { createLog } from './platform/logging/log.ts';
import { raiseAlert } from './platform/monitoring/alert.ts';
import { createMetrics, type Metrics } from './platform/monitoring/metrics.ts';
import { openTrace } from './platform/tracing/open-trace.ts';
import type { Trace } from './platform/tracing/trace.ts';
import { traceDb } from './platform/tracing/trace-db.ts';
import {
  createCircuits,
  MAINTENANCE_RULES,
  scaleRules,
  SILENCE_RULES,
  type CircuitRules,
  type Circuits,
} from './platform/resilience/circuits.ts';
import { guardGames } from './games/guard-games.ts';
import { traceGames } from './games/trace-games.ts';
import { buildGateways } from './build-gateways.ts';
import { outsideOf } from './platform/http-client/exchange.ts';
import { openMerchants } from './open-merchants.ts';
import { followOrderTokenKeys } from './domain/orders/order-token-key.ts';
import { reportCircuits } from './report-circuits.ts';
import { alertMissing } from './report-merchants.ts';
import { followSettings } from './settings.ts';
import { StartError } from './platform/start-error.ts';

/** A list that takes longer is the primary's. */
const REPLICA_STATEMENT_MS = 5_000;

export type BuiltContext = {
  readonly ctx: Ctx;
  readonly clock: MovableClock;
  /** A connection of its own for health checks, opened by the first. */
  readonly probe: Db;
  readonly close: () => Promise<void>;
};

/**
 * Opens the resources of a process: database, gateways, games, clock and catalogue.
 * @throws StartError when DATABASE_URL names no migrated database
 */
export async function buildContext(
  config: Config,
  options: {
    readonly name: string;
    readonly connections: number;
    /** Hears of changed settings at once, over a connection of its own; false: reads them every 400 ms. */
    readonly listens?: boolean;
    /** Shows what players or operators look at, and so may read the replica. */
    readonly reads?: boolean;
    /** Makes traces where a collector is named. */
    readonly traces?: boolean;
    /** Overrides the configured log stream: commands print their output on stdout. */
    readonly logTo?: 'stderr';
  },
): Promise<BuiltContext> {
  if (config.databaseUrl === null) {
    throw new StartError(
      'DATABASE_URL is not set: start the shop with npm start, or name a database.',
    );
  }
  const isEmbedded =
    config.isDatabaseEmbedded ?? (await isEmbeddedPostgres(config.dataDir, config.databaseUrl));
  await reachDatabase(config.databaseUrl, isEmbedded);
  if (!isEmbedded) await refusePooler(config.databaseUrl, config.databasePooler);
  const metrics = createMetrics();
  const tracing = options.traces === true ? config.tracing : null;
  const trace = await openTrace(tracing, options.name, metrics);
  const log = createLog(
    options.name,
    options.logTo ?? config.logTo,
    () => metrics.alerts.inc({ kind: 'log_not_written' }),
    secretsOf(config),
    trace?.logFields,
  );
  const how = { timeoutMs: config.databaseTimeoutMs, pooler: config.databasePooler };
  const primary = openDb(config.databaseUrl, {
    ...how,
    name: `webpay-${options.name}`,
    max: options.connections,
    onBroken: (cause) => log.warn(cause, 'a database connection broke'),
    onConflict: ({ kind, isTriedAgain }) => {
      metrics.conflicts.inc({ kind, end: isTriedAgain ? 'tried_again' : 'given_up' });
      log.warn({ conflict: kind, isTriedAgain }, 'a transaction met another');
    },
  });
  const db = traceDb(primary, trace);
  const probe = openDb(config.databaseUrl, {
    ...how,
    name: `webpay-${options.name}-health`,
    max: 1,
  });
  // A pooler in transaction mode loses the notices.
  const canListen = options.listens === true && config.databasePooler !== 'transaction';
  const notices = canListen
    ? openDb(config.databaseUrl, { ...how, name: `webpay-${options.name}-notices`, max: 1 })
    : null;
  metrics.watchConnections(() => db.pool);
  const replica =
    options.reads === true ? openReplicaOf(config, db, { log, metrics, trace }, options) : null;
  const opened = { db, probe, notices, replica, log, metrics, trace, name: options.name };
  try {
    return await assemble(config, opened);
  } catch (error) {
    await closeDb(db, log);
    throw error;
  }
}

/**
 * Raises an alert when this service could change the ledger: its database role may, or its environment leads to the
 * owner. Only in production, because a sandbox may have one role for all.
 */
export async function alertExcessRights({ config, db, log, metrics }: Ctx): Promise<void> {
  if (config.mode !== 'production') return;
  const excess = await excessRights(db.pool);
  if (excess !== null) raiseAlert({ log, metrics }, 'ledger_unprotected', { why: excess });
  if (config.databaseOwnerUrl === null) return;
  const why = 'DATABASE_OWNER_URL is in the environment of this process';
  raiseAlert({ log, metrics }, 'ledger_unprotected', { why });
}

/** The replica's reads with their log and metrics; null: none is named. */
function openReplicaOf(
  config: Config,
  db: Db,
  { log, metrics, trace }: Pick<Opened, 'log' | 'metrics' | 'trace'>,
  { name }: { readonly name: string },
): Replica | null {
  const { databaseReplica: named, databasePooler: pooler, waitScale } = config;
  if (named === null) return null;
  const standby = openDb(named.url, {
    name: `webpay-${name}-replica`,
    max: named.connections,
    timeoutMs: Math.min(config.databaseTimeoutMs, REPLICA_STATEMENT_MS),
    pooler,
    isReplica: true,
  });
  const replica = openReplica(db, traceDb(standby, trace), {
    mostAgeMs: named.mostAgeMs,
    rules: scaleRules(REPLICA_RULES, waitScale.pauses),
    onRead: (end) => metrics.replicaReads.inc({ end }),
    onChange: (state, error) => {
      if (state === 'closed') log.info('the replica answers again');
      else log.warn({ why: whyReplica(error) }, 'the replica is not read; the primary answers');
    },
  });
  metrics.watchReplica(() => replica.lagSeconds());
  return replica;
}

/** Without the error itself: pg attaches the connection to it, with its keys and the password. */
function whyReplica(error: unknown): string {
  return databaseFailure(error)?.why ?? (error instanceof Error ? error.message : 'unknown');
}

type Opened = {
  readonly db: Db;
  readonly probe: Db;
  readonly replica: Replica | null;
  readonly notices: Db | null;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trace: Trace | undefined;
  /** The process's own, such as `server`. */
  readonly name: string;
};

async function assemble(config: Config, opened: Opened): Promise<BuiltContext> {
  const { db, probe, notices, replica, log, metrics, trace, name } = opened;
  const problem = await schemaProblem(db.pool);
  if (problem !== null) throw new StartError(problem);
  await openMerchants(config, db);
  const clock = createClock();
  const catalogue = await createCatalogueCache(db);
  const circuits = (what: string, rules: CircuitRules) =>
    monitoredCircuits(what, scaleRules(rules, config.waitScale.pauses), opened);
  const gatewayCircuits = circuits('gateway', SILENCE_RULES);
  const gameCircuits = circuits('game', SILENCE_RULES);
  const noticeCircuits = circuits('notice', SILENCE_RULES);
  const serverCircuits = circuits('maintenance', MAINTENANCE_RULES);
  const outside = outsideOf(config.waitScale);
  // A gateway's refusals and timeouts: its codes and references, no personal data.
  const reporter = (provider: string) => (event: string, detail: object) =>
    log.warn({ provider, ...detail }, event);
  for (const key of secondKeysOf(config)) metrics.setSecondKey(key, true);
  const countSecondKey = (key: string) => metrics.secondKeyUses.inc({ key });
  const gateways = buildGateways(config, {
    outside,
    report: reporter,
    countSecondKey,
    circuitOf: gatewayCircuits.of,
    trace,
    // A person puts the merchant back, or ends its payments by hand.
    reportMissing: (account) => alertMissing({ clock, log, metrics }, account),
  });
  const guardedGames = guardGames(
    createGames({
      outside,
      ...(trace !== undefined && { traceparent: trace.traceparent }),
      addressOf: (gameId) => gameGateway(config.games, gameId),
      countSecondKey: (gameId) => countSecondKey(`GAMES_FILE/${gameId}`),
    }),
    { silence: gameCircuits, maintenance: serverCircuits, notices: noticeCircuits },
  );
  const games = traceGames(guardedGames, trace);
  const orderTokenKey = await followOrderTokenKeys(db, metrics);
  const shared = { clock, catalogue, orderTokenKey, log, metrics };
  const settings = await followSettings(db, shared, notices);
  const reports = reportCircuits(db, log, name, [
    ['gateway', gatewayCircuits.notClosed],
    ['game', gameCircuits.notClosed],
    ['maintenance', serverCircuits.notClosed],
  ]);
  const asks = createAsks(clock, config.limitScale);
  const parts = { config, db, gateways, games, clock, log, metrics, asks };
  return {
    ctx: {
      ...parts,
      ...(replica !== null && { replica }),
      ...(trace !== undefined && { trace }),
      catalogue,
      readForPublish: readerForPublish(config.catalogueDir, config.methods),
      checkFiles: checkerOfFiles(config.catalogueDir, config.methods),
      randomBytes,
      orderTokenKey,
    },
    clock,
    probe,
    close: async () => {
      settings.stop();
      await reports.stop();
      const open = [db, probe, notices, replica].filter((each) => each !== null);
      await Promise.all([...open.map((each) => closeDb(each, log)), trace?.close()]);
    },
  };
}

/** Circuits whose opening and closing is logged. */
function monitoredCircuits(what: string, rules: CircuitRules, { log, metrics }: Opened): Circuits {
  const circuits = createCircuits(rules, Date.now, (place, state) => {
    if (state === 'closed') log.info({ circuit: what, place }, 'answers again');
    else raiseAlert({ log, metrics }, `circuit_${what}`, { place });
  });
  metrics.watchCircuits(what, () => circuits.notClosed());
  return circuits;
}

async function closeDb(db: Pick<Db, 'close'>, log: Logger): Promise<void> {
  await db
    .close()
    .catch((error: unknown) => log.warn({ err: error }, 'closing the database failed'));
}
