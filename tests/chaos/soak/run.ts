import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { opened } from '../../../tools/ending.ts';
import { startTestEnvironment } from '../../support/environment.ts';
import { audit } from '../../security/audit.ts';
import { openTarget } from '../../security/target.ts';
import { inspectable, lookInto } from '../../security/fuzz/heap.ts';
import { startLoad } from './load.ts';
import { sample, type Sample, type Watched } from './sample.ts';
import { BACK_TO_START, lineThrough, MAY_GROW, verdictOn, warmSamples } from './verdict.ts';

const PARALLEL = 50;
const SAMPLE_EVERY_MS = 10_000;
const LEAST_SAMPLES = 30;
/** Idle pool connections close after a minute, those of clients after 72 s. */
const QUIET_WITHIN_MS = 180_000;

/** Runs the load for some minutes; `wrong` has one sentence per finding, `table` the figures. */
export async function soak(minutes: number, seed: number, log: (line: string) => void) {
  const temporaryDir = await mkdtemp(path.join(tmpdir(), 'webpay-soak-'));
  const removeTemporary = opened(() => rm(temporaryDir, { recursive: true, force: true }));
  const [ofServer, ofWorker] = [await inspectable(), await inspectable()];
  const environment = await startTestEnvironment({
    env: { TMPDIR: temporaryDir },
    envOf: { server: ofServer.env, worker: ofWorker.env },
  });
  const shop = await openTarget(environment, PARALLEL);
  try {
    const server = await lookInto(environment.processes.server.pid(), ofServer.port);
    const worker = await lookInto(environment.processes.worker.pid(), ofWorker.port);
    const watched: Watched = { shop, server, worker, temporaryDir };
    const startedAt = Date.now();
    const start = await sample(watched, startedAt, []);
    const load = await startLoad(shop, seed);
    const samples: Sample[] = [];
    const everyMs = Math.min(SAMPLE_EVERY_MS, (minutes * 60_000) / LEAST_SAMPLES);
    while (Date.now() - startedAt < minutes * 60_000) {
      await pause(everyMs);
      const seen = await sample(watched, startedAt, load.takeTimes());
      samples.push(seen);
      log(`${lineOf(seen)}, purchases ${load.purchases()}`);
    }
    const { outcomes, fuzzed } = await load.stop();
    const end = await quiet(watched, startedAt, start);
    log(`quiet: ${lineOf(end)}`);
    server.close();
    worker.close();
    const found = await audit(shop, seed);
    const wrong = [
      ...verdictOn(start, samples, end),
      ...outcomes.flatMap(({ title, failure }) =>
        failure === null ? [] : [`got through: ${title}: ${failure}`],
      ),
      ...fuzzed.violations,
      ...found.wrong,
    ];
    const rows = [
      ['purchases', load.purchases()],
      ['attacks', outcomes.length],
      ['fuzzed requests', fuzzed.made],
      ['violations', wrong.length],
      ...MAY_GROW.map(([what, share, more]) => {
        const { from, to } = lineThrough(warmSamples(samples), what);
        const limit = `limit +${Math.round(share * 100)} % and ${more}`;
        return [`${what} under load`, `${from.toFixed(1)} → ${to.toFixed(1)}, ${limit}`];
      }),
      ...BACK_TO_START.map(([what, more]) => [
        `${what} before and after`,
        `${start[what]} → ${end[what]}, limit +${more}`,
      ]),
    ];
    const table = ['| | |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)];
    return { wrong, table: table.join('\n') };
  } finally {
    await shop.close();
    await environment.stop();
    await removeTemporary();
  }
}

/** Samples the idle shop until everything is released, or the time is over. */
async function quiet(watched: Watched, sinceMs: number, start: Sample): Promise<Sample> {
  const end = Date.now() + QUIET_WITHIN_MS;
  for (;;) {
    await pause(5_000);
    const seen = await sample(watched, sinceMs, []);
    const isBack = BACK_TO_START.every(([what, more]) => seen[what] <= start[what] + more);
    if (isBack || Date.now() > end) return seen;
  }
}

function lineOf({ atMs, ...numbers }: Sample): string {
  const counted = Object.entries(numbers).map(([what, n]) => `${what} ${Math.round(n * 10) / 10}`);
  return `${(atMs / 60_000).toFixed(1)} min: ${counted.join(', ')}`;
}
