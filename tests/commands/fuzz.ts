import { cp } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../security/audit.ts';
import { openTarget } from '../security/target.ts';
import { compareHalves } from '../security/fuzz/flat.ts';
import { inspectable, lookInto, type Held } from '../security/fuzz/heap.ts';
import { fuzz } from '../security/fuzz/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { writeFigures } from '../support/docs-figures.ts';
import { readCount, readCountFirst } from '../../apps/api/src/operator/command-line.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_REQUESTS = 100_000;
/** Logs of a failed run explain each 5xx. */
const LOGS = path.join(import.meta.dirname, '../../test-results/fuzz-logs');

/**
 * Sends valid and wrong requests, made from the contract's shapes, to a running shop:
 *
 *     npm run fuzz -- 1000000 --write          # a million; writes docs/fuzz.md
 *     npm run fuzz -- 20000 --seed 7           # repeats a plan
 *
 * Exit code 1 when an answer breaks the contract, a rule is violated or memory grows.
 */
endOnSignals();
try {
  const { count, given, isSet } = readCountFirst('requests', DEFAULT_REQUESTS, ['seed'], ['write']);
  const seed = readCount('seed', given.seed, 1 + (Date.now() % 1_000_000));
  console.log(`fuzz: ${count} requests, seed ${seed}`);
  const { port, env } = await inspectable();
  const environment = await startTestEnvironment({ env });
  const shop = await openTarget(environment, 1);
  try {
    const server = await lookInto(environment.processes.server.pid(), port);
    const looks: Held[] = [];
    const startedAt = Date.now();
    const seconds = (): string => ((Date.now() - startedAt) / 1_000).toFixed(0);
    const rest = async (done: number): Promise<void> => {
      const held = await server.look();
      looks.push(held);
      const [heap, resident] = [held.heapMb.toFixed(1), held.rssMb.toFixed(1)];
      console.log(`${done} after ${seconds()} s, heap ${heap} MB, resident ${resident} MB`);
    };
    const fuzzed = await fuzz(shop, {
      requests: count,
      seed,
      clients: 32,
      honestFirst: true,
      rest,
    });
    const took = seconds();
    server.close();
    console.log('All requests are sent. Waiting for all work to end, then checking its results.');
    const found = await audit(shop, seed);
    const { first, second, wrong: growth } = compareHalves(looks);
    const wrong = [...fuzzed.violations, ...growth, ...found.wrong];
    const codes = [...fuzzed.answers].toSorted(([, a], [, b]) => b - a);
    const table = [
      '| | |',
      '|---|---|',
      `| requests | ${fuzzed.made} in ${took} s |`,
      `| answers | ${codes.map(([code, n]) => `${code}: ${n}`).join(', ')} |`,
      `| calls served | ${fuzzed.served.size} |`,
      `| heap, first and second half | ${first.heapMb.toFixed(1)} MB, ${second.heapMb.toFixed(1)} MB |`,
      `| resident, first and second half | ${first.rssMb.toFixed(1)} MB, ${second.rssMb.toFixed(1)} MB |`,
      `| captures delivered | ${found.captures.delivered} |`,
      `| violations | ${wrong.length} |`,
    ].join('\n');
    console.log([table, ...wrong.map((each) => `- ${JSON.stringify(each)}`)].join('\n'));
    const command = `npm run fuzz -- ${count} --seed ${seed} --write`;
    if (isSet('write')) await writeFigures('fuzz.md', command, table);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await shop.close();
    if (process.exitCode !== 0) {
      await cp(path.join(environment.dataDir, 'logs'), LOGS, { recursive: true });
      await cp(
        path.join(environment.dataDir, 'postgres/server.log'),
        path.join(LOGS, 'postgres.log'),
      );
      console.log('The logs of the run are in test-results/fuzz-logs.');
    }
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}
