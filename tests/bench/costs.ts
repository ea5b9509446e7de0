import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { startCountedShop, type CountedShop } from './counted-shop.ts';
import { cpuOf, cpuOfTree } from './cpu-time.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { enter } from './player.ts';
import { shopRound } from './purchases.ts';

const CLIENTS = 4;
const ASK_EVERY_MS = 50;
/** Counters need the whole number of purchases, so a slow machine gets the time for it. */
const ROUND_MS = 90_000;
const COUNT = { full: 200, quick: 12 } as const;
const REST_MS = { full: 30_000, quick: 12_000 } as const;
/** Idle backends report their counts after ten seconds. */
const REPORTED_MS = 11_000;

/**
 * Counts the work of card purchases and of a shop at rest. Counters do not depend on how busy the machine is;
 * processor time does a little.
 */
export async function benchCosts(scale: Scale): Promise<Part> {
  const count = COUNT[scale];
  const restMs = REST_MS[scale];
  const isListing = process.env['BENCH_STATEMENTS'] !== undefined;
  const { each, second } = await countCosts({ count, restMs, isListing });
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
    name,
    value,
    unit,
    ...(atMost === undefined ? {} : { aim: { of: 'value', atMost } }),
  });
  return {
    title: 'Cost of a purchase',
    how: `Counters of the processes and of PostgreSQL over ${count} card purchases of ${CLIENTS} clients that poll every ${ASK_EVERY_MS} ms, for each purchase. The work at rest is subtracted, but for WAL. Statements are counted by pg_stat_statements. Autovacuum is off. At rest nobody is there for ${restMs / 1_000} s.`,
    figures: [
      figure('statements of a purchase', each.statements, 'statements', 24),
      figure('transactions of a purchase', each.commits, 'commits', 14),
      figure('WAL of a purchase', each.walBytes / 1_000, 'kB', 12),
      figure('WAL of its statements', each.statementWalBytes / 1_000, 'kB'),
      figure('syncs of a purchase', each.syncs, 'syncs', 6),
      figure('processor time of a purchase: server', each.serverCpu, 'ms'),
      figure('processor time of a purchase: worker', each.workerCpu, 'ms'),
      figure('processor time of a purchase: PostgreSQL', each.databaseCpu, 'ms'),
      figure('rest: transactions', second.commits, '/s', 5),
      figure('rest: statements', second.statements, '/s'),
      figure(
        'rest: processor time',
        second.serverCpu + second.workerCpu + second.databaseCpu,
        'ms/s',
      ),
    ],
  };
}

type Costs = {
  /** A purchase's part, without the work of a shop at rest; WAL with it. */
  readonly each: Counts;
  /** A second at rest. */
  readonly second: Counts;
};

export async function countCosts(how: {
  readonly count: number;
  readonly restMs: number;
  readonly isListing?: boolean;
}): Promise<Costs> {
  const { count, restMs, isListing = false } = how;
  const counted = await startCountedShop();
  const { shop } = counted;
  const keeper = openDb(counted.keeperUrl, { max: 1, name: 'bench-costs' });
  const db = openDb(shop.databaseUrl, { max: 2, name: 'bench' });
  try {
    const environment = {
      url: shop.config.publicUrl,
      sandboxUrl: `http://localhost:${shop.config.sandboxPort}`,
    };
    const players = await Promise.all(
      Array.from({ length: CLIENTS }, () => enter(environment.url)),
    );
    const load = { clients: CLIENTS, askEveryMs: ASK_EVERY_MS, everyMs: 0, roundMs: ROUND_MS };
    await shopRound(environment, db, players, { ...load, count: CLIENTS * 10 });
    const read = (): Promise<Counts> => countsOf(keeper, counted);
    await sleep(REPORTED_MS);
    if (isListing) await keeper.one(resetStatements);
    const atRest = await difference(read, () => sleep(restMs));
    if (isListing) {
      await printStatements(keeper, restMs / 1_000);
      await keeper.one(resetStatements);
    }
    const busy = await difference(read, async () => {
      const round = await shopRound(environment, db, players, { ...load, count });
      await sleep(REPORTED_MS);
      return round.orderIds.length;
    });
    if (isListing) await printStatements(keeper, busy.result);
    const restOf = (name: keyof Counts): number =>
      name === 'walBytes' ? 0 : (atRest.counts[name] * busy.ms) / atRest.ms;
    return {
      each: mapped(busy.counts, (name, value) => (value - restOf(name)) / busy.result),
      second: mapped(atRest.counts, (_, value) => (value * 1_000) / atRest.ms),
    };
  } finally {
    await keeper.close();
    await db.close();
    await counted.stop();
  }
}

function mapped(counts: Counts, valueOf: (name: keyof Counts, value: number) => number): Counts {
  const names = Object.keys(counts) as (keyof Counts)[];
  const entries = names.map((name) => [name, valueOf(name, counts[name])] as const);
  return Object.fromEntries(entries) as Counts;
}

type Counts = Readonly<
  Record<
    | 'statements'
    | 'commits'
    | 'walBytes'
    | 'statementWalBytes'
    | 'syncs'
    | 'serverCpu'
    | 'workerCpu'
    | 'databaseCpu',
    number
  >
>;

async function difference<T>(
  read: () => Promise<Counts>,
  work: () => Promise<T>,
): Promise<{ readonly counts: Counts; readonly ms: number; readonly result: T }> {
  const before = await read();
  const startedAt = performance.now();
  const result = await work();
  const after = await read();
  const ms = performance.now() - startedAt;
  const names = Object.keys(before) as (keyof Counts)[];
  const counts = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]));
  return { counts: counts as Counts, ms, result };
}

const counters = statement({
  name: 'bench.counters',
  text: `select (select sum(calls)::float8 from pg_stat_statements) as statements,
      (select sum(wal_bytes)::float8 from pg_stat_statements) as statement_wal_bytes,
      (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
      (select wal_bytes::float8 from pg_stat_wal) as wal_bytes,
      (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as syncs`,
  row: v.object({
    statements: v.number(),
    statement_wal_bytes: v.number(),
    commits: v.number(),
    wal_bytes: v.number(),
    syncs: v.number(),
  }),
});

async function countsOf(keeper: Db, { shop, databasePid }: CountedShop): Promise<Counts> {
  const serverCpu = cpuOf(shop.processes.server.pid());
  const workerCpu = cpuOf(shop.processes.worker.pid());
  const databaseCpu = cpuOfTree(databasePid);
  const { statements, commits, wal_bytes, statement_wal_bytes, syncs } = await keeper.one(counters);
  const wal = { walBytes: wal_bytes, statementWalBytes: statement_wal_bytes };
  return { statements, commits, ...wal, syncs, serverCpu, workerCpu, databaseCpu };
}

const resetStatements = statement({
  name: 'bench.reset_statements',
  text: 'select 1 as done from pg_stat_statements_reset()',
  row: v.object({ done: v.number() }),
});

const topStatements = statement({
  name: 'bench.top_statements',
  text: `select calls::float8 as calls, total_exec_time / calls as each_ms, wal_bytes::float8 as wal, left(query, 150) as query
    from pg_stat_statements order by calls desc limit 100`,
  row: v.object({ calls: v.number(), each_ms: v.number(), wal: v.number(), query: v.string() }),
});

/** The work of each kind of statement, to find out where a cost comes from. */
async function printStatements(keeper: Db, purchases: number): Promise<void> {
  for (const { calls, each_ms, wal, query } of await keeper.many(topStatements)) {
    const cells = [calls / purchases, (calls * each_ms) / purchases, wal / purchases];
    console.log(
      cells.map((cell) => cell.toFixed(2).padStart(9)).join(''),
      query.replaceAll(/\s+/g, ' '),
    );
  }
}
