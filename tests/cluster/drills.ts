import { setTimeout as pause } from 'node:timers/promises';
import { readBooks, type Books } from './books.ts';
import type { Cluster } from './cluster.ts';
import { CALM, QUICK, type Times } from './layout.ts';
import { loadPlayers, longestGap, startLoad } from './load.ts';
import { found, isWhole, primaryOf } from './patroni.ts';
import { startProbe } from './probe.ts';
import * as strikes from './strikes.ts';

export type Drill = {
  readonly title: string;
  /** Purchases go on this long after the strike begins, ms. */
  readonly buyingMs: number;
  /** The longest gap that the design measured on a quiet machine, with its allowance, s; null: none is noticed. */
  readonly aimS: number | null;
  readonly strike: strikes.Strike;
  /** Patroni's times during the drill. */
  readonly times?: Times;
  /** Not one purchase may see an error. */
  readonly isUnnoticed?: true;
};

/** The drills of `npm run cluster -- prove`, by name. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  postmaster: {
    title: 'primary: PostgreSQL killed',
    buyingMs: 30_000,
    aimS: 8,
    strike: strikes.killPostmaster,
  },
  machine: {
    title: 'primary: machine killed for 30 s',
    buyingMs: 42_000,
    aimS: 24,
    strike: strikes.killMachine(30_000),
  },
  'machine-quick': {
    title: 'the same with times 10/2/3',
    buyingMs: 32_000,
    aimS: 13,
    strike: strikes.killMachine(20_000),
    times: QUICK,
  },
  freeze: {
    title: 'primary: frozen 30 s, longer than its ttl',
    buyingMs: 48_000,
    aimS: 20,
    strike: strikes.freeze('primary', 30_000),
  },
  standby: {
    title: 'synchronous standby: frozen 25 s',
    buyingMs: 36_000,
    aimS: 14,
    strike: strikes.freeze('standby', 25_000),
  },
  etcd: {
    title: 'one etcd killed for 10 s',
    buyingMs: 20_000,
    aimS: null,
    strike: strikes.killParts(['etcd1'], 10_000),
    isUnnoticed: true,
  },
  etcds: {
    title: 'two etcds killed for 25 s',
    buyingMs: 45_000,
    aimS: 30,
    strike: strikes.killParts(['etcd1', 'etcd2'], 25_000),
  },
  proxy: {
    title: 'database proxy killed for 10 s',
    buyingMs: 25_000,
    aimS: 12,
    strike: strikes.killParts(['haproxy-db'], 10_000),
  },
  process: {
    title: 'a server and a worker killed',
    buyingMs: 20_000,
    aimS: null,
    strike: strikes.killParts(['server1', 'worker1'], 0),
  },
  switchover: {
    title: 'planned switchover',
    buyingMs: 25_000,
    aimS: 4,
    strike: strikes.switchOver,
  },
  rolling: {
    title: 'rolling restart of servers and workers',
    buyingMs: 100_000,
    aimS: null,
    strike: strikes.restartRolling,
    isUnnoticed: true,
  },
};

export type Outcome = {
  readonly title: string;
  readonly aimS: number | null;
  readonly gapMs: number;
  readonly gapBeforeMs: number;
  readonly purchases: number;
  readonly withError: number;
  readonly unfinished: number;
  readonly books: Books;
  /** Writes past the proxies that were acknowledged and lost, and changes of the machine that accepts them. */
  readonly probe: { readonly acked: number; readonly lost: number; readonly turns: number };
  readonly primary: readonly [before: number, after: number];
  readonly errors: Readonly<Record<string, number>>;
  /** Rules that the drill breaks whatever its times are. */
  readonly wrong: readonly string[];
};

/** Below five purchases a second. */
const PER_SECOND = 4.8;
const QUIET_MS = 6_000;
const WHOLE_MS = 180_000;

/** Buys at a steady rate while a strike hits the cluster, then waits until it is whole and compares the books. */
export async function runDrill(
  cluster: Cluster,
  drill: Drill,
  perSecond = PER_SECOND,
  quietMs = QUIET_MS,
): Promise<Outcome> {
  const { layout } = cluster;
  if (drill.times !== undefined) await strikes.setTimes(layout, drill.times);
  const players = await loadPlayers(cluster);
  const probe = await startProbe(layout);
  const before = (await primaryOf(layout)) ?? 0;
  const load = startLoad(players, perSecond);
  await pause(quietMs);
  const struckAt = performance.now();
  const buying = pause(drill.buyingMs);
  await drill.strike(cluster, load.bought);
  await buying;
  await load.stop();
  const probed = await probe.stop();
  await found('a whole cluster', () => isWhole(layout), WHOLE_MS);
  if (drill.times !== undefined) await strikes.setTimes(layout, CALM);
  const books = await readBooks(cluster, load.bought);
  const errors: Record<string, number> = {};
  for (const error of load.bought.flatMap((each) => each.errors)) {
    errors[error] = (errors[error] ?? 0) + 1;
  }
  const outcome = {
    title: drill.title,
    aimS: drill.aimS,
    gapMs: longestGap(load.bought, struckAt),
    gapBeforeMs: longestGap(
      load.bought.filter(({ paidAt }) => (paidAt ?? Infinity) < struckAt),
      struckAt - quietMs,
    ),
    purchases: load.bought.length,
    withError: load.bought.filter((each) => each.errors.length > 0).length,
    unfinished: load.bought.filter(({ paidAt }) => paidAt === null).length,
    books,
    probe: probed,
    primary: [before, (await primaryOf(layout)) ?? 0] as const,
    errors,
  };
  return { ...outcome, wrong: wrongIn(outcome, drill) };
}

function wrongIn(outcome: Omit<Outcome, 'wrong'>, drill: Drill): string[] {
  const { books, probe, withError, unfinished } = outcome;
  const { captures, mails, orders, ledger } = books;
  return [
    ...books.wrong,
    ...(books.lost > 0 ? [`${books.lost} acknowledged orders are lost`] : []),
    ...(new Set([captures, mails, orders, ledger]).size > 1
      ? [`${captures} captures, ${mails} mails, ${orders} orders, ${ledger} in the ledger`]
      : []),
    ...(probe.lost > 0 ? [`${probe.lost} direct writes are lost`] : []),
    ...(probe.turns > 1 ? [`the machine that accepts writes changed ${probe.turns} times`] : []),
    ...(unfinished > 0 ? [`${unfinished} purchases did not end`] : []),
    ...(drill.isUnnoticed && withError > 0 ? [`${withError} purchases saw an error`] : []),
  ];
}
