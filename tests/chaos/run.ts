import { buildContext } from '../../apps/api/src/build-context.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { startChaos, type ChaosReport, type Rhythm } from './chaos.ts';
import { judge, type Verdict } from './judge.ts';
import { plansOf } from './plans.ts';
import { createPlayers, createStranger, type Player } from './players.ts';
import { purchase, type Bought } from './purchases.ts';
import { seeded } from './seeded.ts';
import { settle, type Settled } from './settle.ts';

export type TortureOptions = {
  readonly purchases: number;
  readonly seed: number;
  readonly clients: number;
  readonly rhythm: Rhythm;
  /** How long rows may take to come to their end once the outside is well again. */
  readonly settledWithinMs: number;
  readonly isHurried: boolean;
  readonly log: (line: string) => void;
};

export type TortureReport = {
  readonly options: TortureOptions;
  readonly chaos: ChaosReport;
  readonly settled: Settled;
  readonly verdict: Verdict;
  readonly buyingMs: number;
  readonly settlingMs: number;
};

const PURCHASES_A_CHARACTER = 12;
const TELL_EVERY_MS = 10_000;

/**
 * Purchases through every channel and card while processes die and the outside goes wrong; then the
 * outside is well, everything comes to its end, and what happened out there is held against the rows
 * and the books here. The seed gives the same plans, kills and faults; what meets what is time's.
 */
export async function torture(
  environment: TestEnvironment,
  options: TortureOptions,
): Promise<TortureReport> {
  const { seed, log } = options;
  const players = await createPlayers(
    environment,
    Math.max(6, Math.ceil(options.purchases / PURCHASES_A_CHARACTER)),
    seed,
  );
  const startedAt = Date.now();
  const chaos = startChaos(environment, seed, options.rhythm);
  let bought: readonly Bought[];
  try {
    bought = await buyAll(environment, players, options, chaos.report);
  } finally {
    await chaos.stop();
  }
  const boughtAt = Date.now();
  log(`all bought after ${seconds(boughtAt - startedAt)} s; the outside is well again`);
  const built = await whenUp(environment);
  try {
    const settled = await settle({
      environment,
      ctx: built.ctx,
      chance: seeded(seed + 3),
      later: bought.flatMap(({ later }) => (later === null ? [] : [later])),
      withinMs: options.settledWithinMs,
      isHurried: options.isHurried,
    });
    const verdict = await judge(environment, built.ctx.db.pool);
    const wrong = [...verdict.wrong, ...settled.differences];
    const settlingMs = Date.now() - boughtAt;
    return {
      options,
      chaos: chaos.report,
      settled,
      verdict: { ...verdict, wrong },
      buyingMs: boughtAt - startedAt,
      settlingMs,
    };
  } finally {
    await built.close();
  }
}

async function buyAll(
  environment: TestEnvironment,
  players: readonly Player[],
  { purchases, seed, clients, log }: TortureOptions,
  chaos: ChaosReport,
): Promise<readonly Bought[]> {
  const plans = plansOf(seed, purchases).values();
  const bought: Bought[] = [];
  const telling = setInterval(() => {
    const { server, worker, database } = chaos.kills;
    log(`${bought.length} of ${purchases} purchases, ${server + worker + database} kills`);
  }, TELL_EVERY_MS);
  const client = async (): Promise<void> => {
    for (const plan of plans) {
      const regular = players[plan.index % players.length];
      if (regular === undefined) throw new Error('nobody to buy');
      // A dispute stands against its character from then on: nobody else's purchase may meet it.
      const player =
        plan.kind === 'disputed' ? await createStranger(environment, regular) : regular;
      bought.push(await purchase(environment, player, plan));
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    clearInterval(telling);
  }
  return bought;
}

/** Connects to the database that may just be coming back. */
async function whenUp(environment: TestEnvironment) {
  const config = { ...environment.config, databaseUrl: environment.databaseUrl };
  for (let tries = 1; ; tries += 1) {
    try {
      return await buildContext(config, { name: 'torture', connections: 6, logTo: 'stderr' });
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}
