import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findRunning } from '../../apps/api/src/platform/db/embedded-server.ts';
import { moveClock } from '../support/shop-days.ts';
import { setFault } from '../support/shared-environment.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { served } from './retry.ts';
import { seeded, type Chance } from './seeded.ts';

const run = promisify(execFile);

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
/** Successful calls between two strikes of one kind, so that slow machines make progress. */
const SERVED_BETWEEN = { kills: 8, freezes: 8, jumps: 8, faults: 3 } as const;

/** A frozen process keeps its locks and connections, and goes on with what it knew before. */
const FROZEN_MS = [1_000, 9_000] as const;
/** Within the tolerance of signed calls, in both directions. */
const LONGEST_JUMP_MS = 4 * 60_000;
const JUMPED_MS = [1_000, 5_000] as const;

type Span = readonly [number, number];

export type Rhythm = {
  readonly killEveryMs: Span;
  readonly faultEveryMs: Span;
  readonly freezeEveryMs: Span;
  readonly jumpEveryMs: Span;
};

export type Chaos = {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Processes that stood still for seconds and went on. */
  readonly freezes: Readonly<Record<Victim, number>>;
  /** Moves of the shop's clock, away from the true time and back. */
  readonly jumps: { count: number };
  readonly faults: ReadonlyMap<string, number>;
  /** Ends kills, freezes, jumps and faults; returns when the shop is ready. */
  stop(): Promise<void>;
};

/** Kills and freezes processes, moves the clock and sets faults until it is stopped, in the seed's order. */
export function startChaos(environment: TestEnvironment, seed: number, rhythm: Rhythm): Chaos {
  const kills = { server: 0, worker: 0, database: 0 };
  const freezes = { server: 0, worker: 0, database: 0 };
  const jumps = { count: 0 };
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
    await untilServed(SERVED_BETWEEN.kills, signal);
  });
  const freezing = repeat(signal, seeded(seed + 4), rhythm.freezeEveryMs, async (chance) => {
    const victim = chance.pick<Victim>(['server', 'worker', 'database']);
    await freeze(await pidsOf(environment, victim), chance.between(...FROZEN_MS), signal);
    freezes[victim] += 1;
    await untilServed(SERVED_BETWEEN.freezes, signal);
  });
  const jumping = repeat(signal, seeded(seed + 5), rhythm.jumpEveryMs, async (chance) => {
    const offsetMs = Math.round(chance.between(-LONGEST_JUMP_MS, LONGEST_JUMP_MS));
    await jump(environment, offsetMs);
    await pause(chance.between(...JUMPED_MS), undefined, { signal }).catch(() => undefined);
    await jump(environment, 0);
    jumps.count += 1;
    await untilServed(SERVED_BETWEEN.jumps, signal);
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
    await untilServed(SERVED_BETWEEN.faults, signal);
  });
  return {
    kills,
    freezes,
    jumps,
    faults,
    stop: async () => {
      ending.abort();
      await Promise.all([killing, freezing, jumping, breaking]);
      await untilReady(environment, new AbortController().signal);
    },
  };
}

async function repeat(
  signal: AbortSignal,
  chance: Chance,
  [from, to]: Span,
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

async function untilServed(count: number, signal: AbortSignal): Promise<void> {
  const enough = served() + count;
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  while (!signal.aborted && Date.now() < end && served() < enough) await pause(50);
}

/** The supervisor restarts it at the same address. */
async function killDatabase(environment: TestEnvironment): Promise<void> {
  const running = await runningDatabase(environment);
  if (running !== null) process.kill(running.pid, 'SIGKILL');
}

function runningDatabase(environment: TestEnvironment) {
  return findRunning(path.join(environment.dataDir, 'postgres', 'cluster'));
}

/** Process ids of a victim; those of the database include its connections' processes. */
async function pidsOf(environment: TestEnvironment, victim: Victim): Promise<readonly number[]> {
  if (victim !== 'database') return [environment.processes[victim].pid()];
  const running = await runningDatabase(environment);
  if (running === null) return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === running.pid);
  return [running.pid, ...children.flatMap(([pid = 0]) => pid)];
}

async function freeze(pids: readonly number[], forMs: number, signal: AbortSignal): Promise<void> {
  for (const pid of pids) signalTo(pid, 'SIGSTOP');
  await pause(forMs, undefined, { signal }).catch(() => undefined);
  for (const pid of pids) signalTo(pid, 'SIGCONT');
}

/** The process may have been killed meanwhile; process 0 would be this one's whole group. */
function signalTo(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === 0) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Tries until the server takes it: the server may be killed or frozen. */
async function jump(environment: TestEnvironment, offsetMs: number): Promise<void> {
  const end = Date.now() + OPEN_AGAIN_WITHIN_MS;
  for (;;) {
    try {
      await moveClock(environment, offsetMs);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(200);
    }
  }
}
