import { setTimeout as pause } from 'node:timers/promises';
import { buildContext } from '../../apps/api/src/build-context.ts';
import type { TestEnvironment } from '../support/environment.ts';
import type { Verdict } from '../support/judge.ts';
import { startChaos, type Chaos, type Rhythm } from './chaos.ts';
import { createPlayers, createStranger, type Player } from './players.ts';
import { plansOf, purchase, type Plan } from './purchases.ts';
import { seeded } from './seeded.ts';
import { settleAndJudge, type Settled } from './settle.ts';

type TortureOptions = {
  readonly purchases: number;
  readonly seed: number;
  readonly clients: number;
  readonly rhythm: Rhythm;
  /** Time for rows to end once the faults are over. */
  readonly settledWithinMs: number;
  readonly isHurried: boolean;
  readonly log: (line: string) => void;
};

type Bought = Awaited<ReturnType<typeof purchase>>;

type TortureReport = {
  readonly options: TortureOptions;
  readonly chaos: Chaos;
  readonly settled: Settled;
  readonly verdict: Verdict;
  readonly buyingMs: number;
  readonly settlingMs: number;
};

const PURCHASES_A_CHARACTER = 12;
const PROGRESS_EVERY_MS = 10_000;
const CONNECTS = 60;

/**
 * Makes purchases amid kills and faults, then lets all work end and judges it. The seed gives the
 * same plans, kills and faults; their timing varies.
 */
export async function torture(environment: TestEnvironment, options: TortureOptions) {
  const { seed, log, purchases } = options;
  const characters = Math.max(6, Math.ceil(purchases / PURCHASES_A_CHARACTER));
  const players = await createPlayers(environment, characters, seed);
  const startedAt = Date.now();
  const bought: Bought[] = [];
  const chaos = startChaos(environment, seed, options.rhythm);
  const progress = setInterval(() => {
    const { server, worker, database } = chaos.kills;
    log(`${bought.length} of ${purchases} purchases, ${server + worker + database} kills`);
  }, PROGRESS_EVERY_MS);
  try {
    await buyAll(environment, plansOf(seed, purchases), {
      players,
      clients: options.clients,
      bought,
    });
  } finally {
    clearInterval(progress);
    await chaos.stop();
  }
  const boughtAt = Date.now();
  log(`all bought after ${seconds(boughtAt - startedAt)} s; kills and faults are over`);
  const built = await whenUp(environment);
  try {
    const { settled, verdict } = await settleAndJudge({
      environment,
      ctx: built.ctx,
      chance: seeded(seed + 3),
      later: bought.flatMap((later) => later ?? []),
      withinMs: options.settledWithinMs,
      isHurried: options.isHurried,
    });
    const settlingMs = Date.now() - boughtAt;
    return { options, chaos, settled, verdict, buyingMs: boughtAt - startedAt, settlingMs };
  } finally {
    await built.close();
  }
}

/** Makes the planned purchases by concurrent clients; `bought` grows by what each payer does later. */
export async function buyAll(
  environment: TestEnvironment,
  plans: readonly Plan[],
  given: {
    readonly players: readonly Player[];
    readonly clients: number;
    readonly bought: Bought[];
  },
): Promise<void> {
  const left = plans.values();
  const client = async (): Promise<void> => {
    for (const plan of left) {
      const regular = given.players[plan.index % given.players.length];
      if (regular === undefined) throw new Error('no player');
      const player =
        plan.kind === 'disputed' ? await createStranger(environment, regular) : regular;
      given.bought.push(await purchase(environment, player, plan));
    }
  };
  await Promise.all(Array.from({ length: given.clients }, client));
}

/** Connects to a database that may still be restarting. */
async function whenUp(environment: TestEnvironment) {
  const config = { ...environment.config, databaseUrl: environment.databaseUrl };
  for (let n = 1; ; n += 1) {
    try {
      return await buildContext(config, { name: 'torture', connections: 6, logTo: 'stderr' });
    } catch (error) {
      if (n === CONNECTS) throw error;
      await pause(500);
    }
  }
}

export function reportOf(report: TortureReport): string {
  const { options, chaos, settled, verdict } = report;
  const { kills, freezes } = chaos;
  const { captures, moved } = verdict;
  const { WIN, FAIL, CANCEL } = settled.disputes;
  const faults = [...chaos.faults.values()];
  const orders = Object.entries(verdict.orders).map(([state, count]) => `${state} ${count}`);
  const rows = [
    ['purchases', `${options.purchases}, ${options.clients} clients, seed ${options.seed}`],
    ['kills', `server ${kills.server}, worker ${kills.worker}, database ${kills.database}`],
    ['freezes', `server ${freezes.server}, worker ${freezes.worker}, database ${freezes.database}`],
    ['jumps of the clock', chaos.jumps.count],
    ['faults', `${faults.reduce((sum, n) => sum + n, 0)} of ${faults.length} kinds`],
    ['time', `${seconds(report.buyingMs)} s buying, ${seconds(report.settlingMs)} s settling`],
    ['orders', orders.join(', ')],
    [
      'captures',
      `${captures.delivered} delivered, ${captures.refunded} refunded, ${captures.lost} lost`,
    ],
    ['disputes', `won ${WIN}, lost ${FAIL}, cancelled ${CANCEL}`],
    [
      'unresolved payments',
      `${settled.unresolvedMs.length}, longest ${seconds(settled.unresolvedMs[0] ?? 0)} s`,
    ],
    ['found by reconciliation alone', settled.reconciled],
    ['refunds refused, sent again', settled.sentAgain],
    ['statement lines compared, by gateway and currency', moved.length],
    ['violations', verdict.wrong.length === 0 ? 'none' : verdict.wrong.join('; ')],
  ];
  return ['| | |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0);
