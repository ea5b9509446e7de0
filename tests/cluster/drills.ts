import { setTimeout as pause } from 'node:timers/promises';
import { readBooks, type Books } from './books.ts';
import type { Cluster } from './cluster.ts';
import { CALM, QUICK, type Times } from './layout.ts';
import { loadPlayers, longestGap, startLoad } from './load.ts';
import { found, isWhole, primaryOf } from './patroni.ts';
import { startProbe, type Probed } from './probe.ts';
import { startReads, type ReadsTold } from './reads.ts';
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
  /** The primary must be another one afterwards. */
  readonly isReplaced?: true;
  /** Histories, goods lists and the console's list are read meanwhile: each answer is compared, and this many may fail. */
  readonly failedReads?: number;
};

/** The drills of `npm run cluster -- prove`, by name, in their order: the cluster starts on the schema before the upgrade. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  upgrade: {
    title: 'rolling upgrade to a new schema, back, and forth again',
    buyingMs: 116_000,
    aimS: null,
    strike: strikes.upgradeAndBack,
    isUnnoticed: true,
  },
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
    failedReads: Infinity,
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
  replica: {
    title: 'asynchronous standby: machine killed for 10 s',
    buyingMs: 25_000,
    aimS: null,
    strike: strikes.killReplica(10_000),
    isUnnoticed: true,
    failedReads: 0,
  },
  partition: {
    title: 'primary: cut off from etcd for 30 s',
    buyingMs: 45_000,
    aimS: 24,
    strike: strikes.cutFromEtcd(30_000),
    isReplaced: true,
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
  'proxy-frozen': {
    title: 'database proxy frozen for 10 s',
    buyingMs: 25_000,
    aimS: 12,
    strike: strikes.freezeParts(['haproxy-db'], 10_000),
  },
  'shop-proxy-frozen': {
    title: 'shop proxy frozen for 10 s',
    buyingMs: 25_000,
    aimS: 12,
    strike: strikes.freezeParts(['haproxy-shop'], 10_000),
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
    failedReads: Infinity,
  },
  pooler: {
    title: 'planned switchover behind PgBouncer in transaction mode',
    buyingMs: 80_000,
    aimS: 4,
    strike: strikes.switchBehindPooler,
  },
  rolling: {
    title: 'rolling restart of servers and workers',
    buyingMs: 116_000,
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
  readonly probe: Pick<Probed, 'acked' | 'lost' | 'turns'>;
  /** How long the first primary acknowledged writes after the strike, ms. */
  readonly heldMs: number;
  readonly reads: ReadsTold | null;
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
  const reads =
    drill.failedReads === undefined ? null : await startReads(cluster, players, load.bought);
  await pause(quietMs);
  const struckAt = performance.now();
  const buying = pause(drill.buyingMs);
  await drill.strike(cluster, load.bought);
  await buying;
  await load.stop();
  const { lastAt, ...probed } = await probe.stop();
  const told = (await reads?.stop()) ?? null;
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
    heldMs: Math.max(0, (lastAt.get(before) ?? struckAt) - struckAt),
    reads: told,
    primary: [before, (await primaryOf(layout)) ?? 0] as const,
    errors,
  };
  return { ...outcome, wrong: wrongIn(outcome, drill) };
}

function wrongIn(outcome: Omit<Outcome, 'wrong'>, drill: Drill): string[] {
  const { books, probe, withError, unfinished, primary, reads } = outcome;
  const failed = reads?.failed ?? 0;
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
    ...(drill.isReplaced && primary[0] === primary[1] ? ['the primary is the same'] : []),
    ...(reads?.wrong ?? []),
    ...(failed > (drill.failedReads ?? 0) ? [`${failed} reads failed`] : []),
    ...(drill.isUnnoticed && withError > 0 ? [`${withError} purchases saw an error`] : []),
  ];
}
