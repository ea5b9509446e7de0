import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.ts';
import { buildStorefront } from './storefront-build.ts';
import { exitWithMessage } from '../apps/api/src/operator/tell.ts';
import { playwrightCounts, sum, vitestCounts, withExitCode, type Counts } from './test-counts.ts';

/**
 * `npm test`: all tests of the repository, rules and calls first, then journeys in a browser.
 * The last line is `N passed, N failed`, over both; exit code 1 when any failed.
 */

const ROOT = path.join(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test-results');
const log = (line: string): void => console.log(line);

type Runner = {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly report: string;
  readonly env: NodeJS.ProcessEnv;
  readonly count: (report: unknown) => Counts;
};

const vitestReport = path.join(RESULTS, 'vitest.json');
const playwrightReport = path.join(RESULTS, 'playwright.json');

const runners: readonly Runner[] = [
  {
    title: 'rules, calls and database (vitest)',
    program: 'vitest/vitest.mjs',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: vitestReport,
    env: {},
    count: vitestCounts,
  },
  {
    title: 'journeys in a browser (playwright)',
    program: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    report: playwrightReport,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    count: playwrightCounts,
  },
];

try {
  const startedAt = Date.now();
  log(`browser: ${findBrowser(log)}`);
  await buildStorefront(log);
  const counts: Counts[] = [];
  for (const runner of runners) counts.push(await run(runner));
  const { passed, failed, skipped, failures } = sum(counts);
  log(`\nAll tests took ${Math.round((Date.now() - startedAt) / 1_000)} s; ${skipped} skipped.`);
  if (failures.length > 0) log(`\nFailed:\n${failures.join('\n')}\n`);
  log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}

async function run(runner: Runner): Promise<Counts> {
  log(`\n${runner.title}`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(runner.report, { force: true });
  const program = path.join(ROOT, 'node_modules', runner.program);
  const child = spawn(process.execPath, [program, ...runner.args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...runner.env },
  });
  const code: unknown = (await once(child, 'exit'))[0];
  const exitCode = typeof code === 'number' ? code : null;
  if (!existsSync(runner.report)) {
    return withExitCode({ passed: 0, failed: 0, skipped: 0, failures: [] }, exitCode ?? 1);
  }
  const report: unknown = JSON.parse(readFileSync(runner.report, 'utf8'));
  return withExitCode(runner.count(report), exitCode);
}
