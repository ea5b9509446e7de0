import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { opened } from '../../../tools/ending.ts';
import { startTestEnvironment } from '../../support/environment.ts';
import { audit, type Audit } from '../../security/audit.ts';
import { openField, type Outcome } from '../../security/run.ts';
import { inspectable, lookInto } from '../../security/fuzz/heap.ts';
import type { Fuzzed } from '../../security/fuzz/run.ts';
import { startLoad } from './load.ts';
import { sample, type Sample, type Watched } from './sample.ts';
import { BACK_TO_START, verdictOn } from './verdict.ts';

export type SoakReport = {
  readonly minutes: number;
  readonly seed: number;
  readonly start: Sample;
  readonly samples: readonly Sample[];
  readonly end: Sample;
  readonly purchases: number;
  readonly outcomes: readonly Outcome[];
  readonly fuzzed: Fuzzed;
  readonly found: Audit;
  /** What does not hold, a sentence each. */
  readonly wrong: readonly string[];
};

const PARALLEL = 50;
/** At most; a short run is looked at more often. */
const EVERY_MS = 10_000;
const LOOKS_AT_LEAST = 30;
/** Idle connections of the pool go after a minute, those of callers after 72 s. */
const QUIET_WITHIN_MS = 180_000;

/** So many minutes of everything at once, and what the shop holds meanwhile and after. */
export async function soak(
  minutes: number,
  seed: number,
  log: (line: string) => void,
): Promise<SoakReport> {
  const temporaryDir = await mkdtemp(path.join(tmpdir(), 'webpay-soak-'));
  const removeTemporary = opened(() => rm(temporaryDir, { recursive: true, force: true }));
  const [ofServer, ofWorker] = [await inspectable(), await inspectable()];
  const environment = await startTestEnvironment({
    env: { TMPDIR: temporaryDir },
    envOf: { server: ofServer.env, worker: ofWorker.env },
  });
  const { field, close } = await openField(environment, PARALLEL);
  try {
    const server = await lookInto(environment.processes.server.pid(), ofServer.port);
    const worker = await lookInto(environment.processes.worker.pid(), ofWorker.port);
    const watched: Watched = { field, server, worker, temporaryDir };
    const startedAt = Date.now();
    const start = await sample(watched, startedAt, []);
    const load = await startLoad(field, seed);
    const samples: Sample[] = [];
    const everyMs = Math.min(EVERY_MS, (minutes * 60_000) / LOOKS_AT_LEAST);
    while (Date.now() - startedAt < minutes * 60_000) {
      await pause(everyMs);
      const seen = await sample(watched, startedAt, load.takeTimes());
      samples.push(seen);
      log(lineOf(seen, load.purchases()));
    }
    const { outcomes, fuzzed } = await load.stop();
    const end = await quiet(watched, startedAt, start);
    log(`quiet: ${lineOf(end, load.purchases())}`);
    server.close();
    worker.close();
    const found = await audit(field, seed);
    const wrong = [
      ...verdictOn(start, samples, end),
      ...outcomes
        .filter(({ gotThrough }) => gotThrough)
        .map(({ attack, outcome }) => `got through: ${attack}: ${outcome}`),
      ...fuzzed.problems,
      ...found.wrong,
    ];
    return {
      minutes,
      seed,
      start,
      samples,
      end,
      purchases: load.purchases(),
      outcomes,
      fuzzed,
      found,
      wrong,
    };
  } finally {
    await close();
    await environment.stop();
    await removeTemporary();
  }
}

/** What is held once nobody calls any more: as soon as all of it is back, or when patience ends. */
async function quiet(watched: Watched, sinceMs: number, start: Sample): Promise<Sample> {
  const end = Date.now() + QUIET_WITHIN_MS;
  for (;;) {
    await pause(5_000);
    const seen = await sample(watched, sinceMs, []);
    const isBack = BACK_TO_START.every(([what, more]) => seen[what] <= start[what] + more);
    if (isBack || Date.now() > end) return seen;
  }
}

function lineOf(seen: Sample, purchases: number): string {
  const { atMs, heapMb, rssMb, p95Ms, resources, files, connections, temporary } = seen;
  const worker = `${seen.workerHeapMb.toFixed(1)} of ${seen.workerRssMb.toFixed(0)}`;
  return `${(atMs / 60_000).toFixed(1)} min: heap ${heapMb.toFixed(1)} of ${rssMb.toFixed(0)}, worker ${worker} MB, p95 ${p95Ms.toFixed(0)} ms, ${resources} resources, ${files} files, ${connections} connections, ${temporary} temporary, ${purchases} purchases`;
}
