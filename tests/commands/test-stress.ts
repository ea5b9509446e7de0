import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { endAndTell, endOnSignals, opened } from '../../tools/ending.ts';
import { readCount, readOptions } from '../../apps/api/src/operator/command-line.ts';
import { RESULTS, runTests } from '../runners/run-tests.ts';
import { WHOLE_TIER } from '../runners/selection.ts';

/**
 * `npm run test:stress -- --rounds N`: the fast tests N times beside a load on every core; finds time-dependent tests.
 * `--browser` runs the browser tests instead. Results stay in test-results/stress.json: a second call continues,
 * `--fresh` starts over. Exit code 1 when any round failed.
 */
const FILE = path.join(RESULTS, 'stress.json');
const SWITCHES = ['browser', 'fresh'] as const;
const DEFAULT_ROUNDS = 10;
/** Computes in slices of 100 ms, so that it notices when its standard input closes. */
const BUSY = `process.stdin.on('end', () => process.exit()).resume();
(function work() { const end = Date.now() + 100; while (Date.now() < end); setImmediate(work); })();`;

const round = v.object({
  passed: v.number(),
  failed: v.number(),
  seconds: v.number(),
  failures: v.array(v.string()),
});
const resultsShape = v.object({ tests: v.array(round), browser: v.array(round) });
type Results = v.InferOutput<typeof resultsShape>;

const log = (line: string): void => console.log(line);

endOnSignals();
try {
  const words = process.argv.slice(2);
  const isSet = (name: (typeof SWITCHES)[number]): boolean => words.includes(`--${name}`);
  const { rounds } = readOptions(
    ['rounds'],
    [],
    words.filter((word) => !SWITCHES.some((name) => word === `--${name}`)),
  );
  const wanted = readCount('rounds', rounds, DEFAULT_ROUNDS);
  const kind = isSet('browser') ? 'browser' : 'tests';
  const results = readResults();
  if (isSet('fresh')) results[kind] = [];
  const before = results[kind].length;
  if (before > 0) log(`${Math.min(before, wanted)} of ${wanted} rounds ran before (${FILE}).`);

  while (results[kind].length < wanted) {
    const startedAt = Date.now();
    const endLoad = opened(startLoad());
    const only = kind === 'browser' ? 'playwright' : 'vitest';
    const counts = await runTests('fast', WHOLE_TIER, log, only);
    await endLoad();
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const { passed, failed, failures } = counts;
    results[kind].push({ passed, failed, seconds, failures: [...failures] });
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(FILE, JSON.stringify(results, null, 2));
    log(
      `\nround ${results[kind].length} of ${wanted}: ${passed} passed, ${failed} failed in ${seconds} s`,
    );
  }
  const ran = results[kind].slice(0, wanted);
  const red = ran.filter(({ failed, passed }) => failed > 0 || passed === 0);
  for (const { failures } of red) log(failures.join('\n'));
  log(`${ran.length - red.length} of ${wanted} rounds passed.`);
  process.exitCode = red.length === 0 ? 0 : 1;
} catch (error) {
  await endAndTell(error);
}

function readResults(): Results {
  if (!existsSync(FILE)) return { tests: [], browser: [] };
  return v.parse(resultsShape, JSON.parse(readFileSync(FILE, 'utf8')));
}

/** One busy process for each core. @returns ends them */
function startLoad(): () => Promise<void> {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  return async () => {
    for (const each of busy) each.kill('SIGKILL');
  };
}
