import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../security/audit.ts';
import { openField } from '../security/run.ts';
import { compareHalves } from '../security/fuzz/flat.ts';
import { inspectable, lookInto, type Held } from '../security/fuzz/heap.ts';
import { reportOf } from '../security/fuzz/report.ts';
import { fuzz } from '../security/fuzz/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { readCount, readCountFirst } from '../../apps/api/src/operator/options.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_REQUESTS = 100_000;
const CLIENTS = 32;
const PAGE = path.join(import.meta.dirname, '../../docs/fuzz.md');
/** What the shop logged in a run that found something: the other half of every 5xx. */
const LOGS = path.join(import.meta.dirname, '../../test-results/fuzz-logs');

/**
 * Requests made from the contract's shapes, good and wrong, against a whole running shop:
 *
 *     npm run fuzz -- 1000000 --write          # so many; writes docs/fuzz.md
 *     npm run fuzz -- 20000 --seed 7           # the same plan again
 *
 * Ends with 1 when an answer is not what the contract says, a rule is broken or memory grows.
 */
endOnSignals();
try {
  const { count, given, isSet } = readCountFirst('requests', DEFAULT_REQUESTS, ['seed'], ['write']);
  const seed = readCount('seed', given.seed, 1 + (Date.now() % 1_000_000));
  console.log(`fuzz: ${count} requests, seed ${seed}`);
  const { port, env } = await inspectable();
  const environment = await startTestEnvironment({ env });
  const { field, close } = await openField(environment, 1);
  try {
    const server = await lookInto(environment.processes.server.pid(), port);
    const looks: Held[] = [];
    const startedAt = Date.now();
    const rest = async (done: number): Promise<void> => {
      const held = await server.look();
      looks.push(held);
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      console.log(
        `${done} after ${seconds} s, heap ${held.heapMb.toFixed(1)} MB, resident ${held.rssMb.toFixed(1)} MB`,
      );
    };
    const fuzzed = await fuzz(field, { requests: count, seed, clients: CLIENTS, rest });
    const seconds = (Date.now() - startedAt) / 1_000;
    server.close();
    console.log('All were made. What is under way comes to its end; then all is counted.');
    const found = await audit(field, seed);
    const flat = compareHalves(looks);
    const text = reportOf({ fuzzed, flat, found, seconds, seed });
    console.log(text);
    if (isSet('write'))
      await writeFile(PAGE, pageOf(text, `npm run fuzz -- ${count} --seed ${seed} --write`));
    process.exitCode =
      fuzzed.problems.length + flat.wrong.length + found.wrong.length === 0 ? 0 : 1;
  } finally {
    await close();
    if (process.exitCode !== 0) {
      await cp(path.join(environment.dataDir, 'logs'), LOGS, { recursive: true });
      await cp(
        path.join(environment.dataDir, 'postgres/server.log'),
        path.join(LOGS, 'postgres.log'),
      );
      console.log('What was logged meanwhile stands in test-results/fuzz-logs.');
    }
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}

function pageOf(text: string, command: string): string {
  return `# Fuzz

Every call of the contract, with fields made from its shape: as they should be, one wrong, many wrong, conventions wrong, form
broken. Of each answer: never 5xx, the contract's envelope, a known code, and where it is 200 the shape of the contract and
nothing more. A short form is in \`npm test\`. Written by the command that gives the same plan again:

\`\`\`
${command}
\`\`\`

${text}
`;
}
