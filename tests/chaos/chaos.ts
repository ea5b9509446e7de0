import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunning } from '../../apps/api/src/platform/db/embedded-server.ts';
import { setFault } from '../support/shared-environment.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { served } from './retry.ts';
import { seeded, type Chance } from './seeded.ts';

type Victim = 'server' | 'worker' | 'database';

/** Processes killed together; repeated rows are more likely. */
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

const CALL_FAULTS = 'timeout error slow drop_answer';
const GATEWAY_FAULTS = {
  '*': `${CALL_FAULTS} reject`,
  order: `${CALL_FAULTS} reject`,
  query: CALL_FAULTS,
  refund: `${CALL_FAULTS} reject`,
  webhook: 'duplicate late lost reorder',
};

/** Every fault of the sandbox (contract §6): target, operation, kinds. */
const FAULTS = {
  payermax: GATEWAY_FAULTS,
  paypal: GATEWAY_FAULTS,
  game: {
    '*': `${CALL_FAULTS} maintenance reject`,
    role: `${CALL_FAULTS} maintenance reject`,
    mail: `${CALL_FAULTS} maintenance mailbox_full reject`,
  },
};
const ALL_FAULTS = Object.entries(FAULTS).flatMap(([target, operations]) =>
  Object.entries(operations).flatMap(([op, kinds]) =>
    kinds.split(' ').map((kind) => ({ target, op, kind })),
  ),
);

const OPEN_AGAIN_WITHIN_MS = 60_000;
/** Successful calls between two kills, so that slow machines make progress. */
const SERVED_BETWEEN_KILLS = 8;

export type Rhythm = {
  readonly killEveryMs: readonly [number, number];
  readonly faultEveryMs: readonly [number, number];
};

export type Chaos = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly faults: ReadonlyMap<string, number>;
  /** Ends kills and faults; returns when the shop is ready. */
  stop(): Promise<void>;
};

/** Kills processes and sets faults until it is stopped, in the order that the seed gives. */
export function startChaos(environment: TestEnvironment, seed: number, rhythm: Rhythm): Chaos {
  const kills = { server: 0, worker: 0, database: 0 };
  const faults = new Map<string, number>();
  const ending = new AbortController();
  const { signal } = ending;
  const killing = repeat(signal, seeded(seed + 1), rhythm.killEveryMs, async (chance) => {
    for (const victim of chance.pick(VICTIMS)) {
      if (victim === 'database') await killDatabase(environment);
      else await environment.processes[victim].killHard();
      kills[victim] += 1;
    }
    // Every fourth kill may hit a shop that is still starting.
    if (chance.int(4) === 0) return;
    await untilReady(environment, signal);
    await untilServed(signal);
  });
  let left = [...ALL_FAULTS];
  const breaking = repeat(signal, seeded(seed + 2), rhythm.faultEveryMs, async (chance) => {
    // Uses each fault once before any is repeated.
    if (left.length === 0) left = [...ALL_FAULTS];
    for (const fault of left.splice(chance.int(left.length), 1)) {
      const name = Object.values(fault).join(' ');
      const { target, op, kind } = fault;
      await setFault(environment, target, op, kind, { times: 1 + chance.int(2) });
      faults.set(name, (faults.get(name) ?? 0) + 1);
    }
  });
  return {
    kills,
    faults,
    stop: async () => {
      ending.abort();
      await Promise.all([killing, breaking]);
      await untilReady(environment, new AbortController().signal);
    },
  };
}

async function repeat(
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

async function untilReady(environment: TestEnvironment, signal: AbortSignal): Promise<void> {
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  while (!signal.aborted && Date.now() < end) {
    const isReady = await fetch(`${environment.metricsUrl}/readyz`).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
}

async function untilServed(signal: AbortSignal): Promise<void> {
  const enough = served() + SERVED_BETWEEN_KILLS;
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  while (!signal.aborted && Date.now() < end && served() < enough) await pause(50);
}

/** The supervisor restarts it at the same address. */
async function killDatabase(environment: TestEnvironment): Promise<void> {
  const running = await findRunning(path.join(environment.dataDir, 'postgres', 'cluster'));
  if (running !== null) process.kill(running.pid, 'SIGKILL');
}
