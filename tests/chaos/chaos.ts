import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunning } from '../../apps/api/src/platform/db/embedded-server.ts';
import { setFault } from '../support/shared-environment.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { ALL_FAULTS, nameOf } from './faults.ts';
import { served } from './patience.ts';
import { seeded, type Chance } from './seeded.ts';

export type Victim = 'server' | 'worker' | 'database';

/** Who dies together, and how often. */
const VICTIMS: readonly [readonly Victim[], ...(readonly Victim[])[]] = [
  ['server'],
  ['server'],
  ['server'],
  ['worker'],
  ['worker'],
  ['worker'],
  ['database'],
  ['database'],
  ['server', 'worker'],
  ['server', 'worker', 'database'],
];

const OPEN_AGAIN_WITHIN_MS = 60_000;
/** So many calls get through between two kills: where each takes longer than the pause, none ever would. */
const SERVED_BETWEEN_KILLS = 8;

export type Rhythm = {
  /** Pauses between two kills, and between two faults: from, to. */
  readonly killEveryMs: readonly [number, number];
  readonly faultEveryMs: readonly [number, number];
};

export type ChaosReport = {
  readonly kills: Readonly<Record<Victim, number>>;
  /** How often each fault was switched on. */
  readonly faults: ReadonlyMap<string, number>;
};

export type Chaos = {
  readonly report: ChaosReport;
  /** No more kills, no more new faults; returns when the shop is open again. */
  stop(): Promise<void>;
};

/** kill -9 and faults until it is stopped; by the seed, and as far as processes and time let it, the same again. */
export function startChaos(environment: TestEnvironment, seed: number, rhythm: Rhythm): Chaos {
  const kills = { server: 0, worker: 0, database: 0 };
  const faults = new Map<string, number>();
  const ending = new AbortController();
  const killing = everySoOften(
    ending.signal,
    seeded(seed + 1),
    rhythm.killEveryMs,
    async (chance) => {
      await killAll(environment, chance.pick(VICTIMS), kills);
      // Every fourth kill may meet a shop that is just starting; a slow machine gets on between the others.
      if (chance.int(4) === 0) return;
      await untilOpen(environment, ending.signal);
      await untilServed(ending.signal);
    },
  );
  let left = [...ALL_FAULTS];
  const breaking = everySoOften(
    ending.signal,
    seeded(seed + 2),
    rhythm.faultEveryMs,
    async (chance) => {
      // Each once before one comes again, so that a long run has met them all.
      if (left.length === 0) left = [...ALL_FAULTS];
      const [fault] = left.splice(chance.int(left.length), 1);
      if (fault === undefined) return;
      await setFault(environment, { ...fault, times: 1 + chance.int(2) });
      faults.set(nameOf(fault), (faults.get(nameOf(fault)) ?? 0) + 1);
    },
  );
  return {
    report: { kills, faults },
    stop: async () => {
      ending.abort();
      await Promise.all([killing, breaking]);
      await untilOpen(environment, new AbortController().signal);
    },
  };
}

async function everySoOften(
  signal: AbortSignal,
  chance: Chance,
  [from, to]: readonly [number, number],
  work: (chance: Chance) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const isOver = await pause(chance.between(from, to), false, { signal }).catch(() => true);
    if (!isOver) await work(chance);
  }
}

async function killAll(
  environment: TestEnvironment,
  victims: readonly Victim[],
  kills: Record<Victim, number>,
): Promise<void> {
  for (const victim of victims) {
    if (victim === 'database') await killDatabase(environment);
    else await environment.processes[victim].killHard();
    kills[victim] += 1;
  }
}

async function untilOpen(environment: TestEnvironment, signal: AbortSignal): Promise<void> {
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  while (!signal.aborted && Date.now() < end) {
    const open = await fetch(`${environment.metricsUrl}/readyz`).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    if (open) return;
    await pause(100);
  }
}

async function untilServed(signal: AbortSignal): Promise<void> {
  const enough = served() + SERVED_BETWEEN_KILLS;
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  while (!signal.aborted && Date.now() < end && served() < enough) await pause(50);
}

/** The supervisor starts it again at the same address; what was committed is there. */
async function killDatabase(environment: TestEnvironment): Promise<void> {
  const running = await findRunning(path.join(environment.dataDir, 'postgres', 'cluster'));
  if (running !== null) process.kill(running.pid, 'SIGKILL');
}
