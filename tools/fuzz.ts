import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../e2e/attack/audit.ts';
import { openField } from '../e2e/attack/run.ts';
import { compareHalves } from '../e2e/fuzz/flat.ts';
import { inspectable, lookInto, type Held } from '../e2e/fuzz/heap.ts';
import { reportOf } from '../e2e/fuzz/report.ts';
import { fuzz } from '../e2e/fuzz/run.ts';
import { endAndTell, endOnSignals } from './ending.ts';
import { readCount, readCountFirst } from './options.ts';
import { startWorld } from './world.ts';

const DEFAULT_REQUESTS = 100_000;
const CLIENTS = 32;
const PAGE = path.join(import.meta.dirname, '../docs/fuzz.md');
/** What the shop logged in a run that found something: the other half of every 5xx. */
const LOGS = path.join(import.meta.dirname, '../test-results/fuzz-logs');

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
  const world = await startWorld({ env });
  const { field, close } = await openField(world, 1);
  try {
    const server = await lookInto(world.processes.server.pid(), port);
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
      fuzzed.troubles.length + flat.wrong.length + found.wrong.length === 0 ? 0 : 1;
  } finally {
    await close();
    if (process.exitCode !== 0) {
      await cp(path.join(world.dataDir, 'logs'), LOGS, { recursive: true });
      await cp(path.join(world.dataDir, 'postgres/server.log'), path.join(LOGS, 'postgres.log'));
      console.log('What was logged meanwhile stands in test-results/fuzz-logs.');
    }
    await world.stop();
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
