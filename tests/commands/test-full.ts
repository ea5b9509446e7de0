import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, refuseOptions } from '../../apps/api/src/operator/command-line.ts';
import { sum, type Counts } from '../runners/counts.ts';
import { report, runTests } from '../runners/run-tests.ts';
import { WHOLE_TIER } from '../runners/selection.ts';

/**
 * `npm run test:full`: all tests outside `npm test`: chaos, security, fuzz, reference model, visual, and the main journeys
 * in installed Firefox and WebKit. The last line is `N passed, N failed`.
 */
const ENGINES = ['firefox', 'webkit'] as const;
const log = (line: string): void => console.log(line);

try {
  refuseOptions();
  const startedAt = Date.now();
  const counts = [await runTests('full', WHOLE_TIER, log), ...ENGINES.map(runEngine)];
  const total = sum(counts);
  report(total, startedAt, log);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}

/** The main journeys in one engine as one test, skipped where the engine is not installed. */
function runEngine(engine: (typeof ENGINES)[number]): Counts {
  log(`\njourneys in ${engine}`);
  const tool = path.join(import.meta.dirname, 'engines.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, engine], {
    encoding: 'utf8',
  });
  const output = `${stdout}${stderr}`.trim();
  log(output);
  const none: Counts = { ...sum([]) };
  if (status === 0) return { ...none, passed: 1 };
  if (/ is not installed: /.test(output)) {
    log(`SKIPPED: the journeys in ${engine} did not run.`);
    return { ...none, skipped: 1 };
  }
  return { ...none, failed: 1, failures: [`journeys in ${engine}\n    ${output}`] };
}
