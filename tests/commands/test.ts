import { exitWithMessage } from '../../apps/api/src/operator/command-line.ts';
import { report, runTests } from '../runners/run-tests.ts';
import { readSelection } from '../runners/selection.ts';

/**
 * `npm test`: the fast tests, which prove every requirement once. `npm run test:full` runs all the others.
 *   npm test -- PATH...       only these files or folders, of either tier (*.spec.ts runs in a browser)
 *   npm test -- -t "NAME"     only tests with this text in their name, of either tier
 *   npm test -- --changed     only fast tests that depend on uncommitted changes
 * Prints the ten slowest files; the last line is `N passed, N failed`. Exit code 1 when a test failed or none ran.
 */
const log = (line: string): void => console.log(line);
try {
  const startedAt = Date.now();
  const selection = readSelection(process.argv.slice(2));
  const counts = await runTests('fast', selection, log);
  const isEmpty = counts.passed + counts.failed === 0;
  if (isEmpty) log(selection.isChanged ? '\nNo test depends on a change.' : '\nNo test was found.');
  report(counts, startedAt, log);
  process.exitCode = counts.failed > 0 || (isEmpty && !selection.isChanged) ? 1 : 0;
} catch (error) {
  exitWithMessage(error);
}
