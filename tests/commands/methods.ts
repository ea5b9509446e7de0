import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';

/**
 * `npm run methods [-- WORD …]`: buys in a browser by each local method with each outcome, at a phone's and a computer's size;
 * with words, only the cells whose title holds all of them, such as `gopay_id`, `paid` or `1280`. It ends within an hour, with
 * exit code 1 when a cell fails.
 */

const ROOT = path.join(import.meta.dirname, '../..');
const MOST_MS = 3_600_000;
const CELL_MS = 120_000;

endOnSignals();
try {
  const words = process.argv.slice(2);
  if (words.some((word) => !/^[a-z0-9_]{1,64}$/.test(word))) {
    throw new StartError(
      'Each word is a method, an outcome or a width: npm run methods -- gopay_id paid.',
    );
  }
  const title = words.map((word) => String.raw`(?=.*\b${word}\b)`).join('');
  const program = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const limits = [`--global-timeout=${MOST_MS}`, `--timeout=${CELL_MS}`];
  const args = ['test', '--project=methods', ...limits, ...(title === '' ? [] : ['-g', title])];
  const child = spawn(process.execPath, [program, ...args], { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  await endAndTell(error);
}
