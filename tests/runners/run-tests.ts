import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '../support/chromium.ts';
import { buildStorefront } from '../../tools/storefront-build.ts';
import { playwrightCounts, sum, vitestCounts, withExitCode, type Counts } from './counts.ts';
import type { Selection } from './selection.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

/** `fast`: every requirement once; `full`: all other tests. */
export type Tier = 'fast' | 'full';

const ROOT = path.join(import.meta.dirname, '../..');
export const RESULTS = path.join(ROOT, 'test-results');
const SLOWEST_SHOWN = 10;

type RunnerName = 'vitest' | 'playwright';
type Runner = {
  readonly name: RunnerName;
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly report: string;
  readonly env: NodeJS.ProcessEnv;
  readonly count: (report: unknown, root: string) => Counts;
};

/**
 * Runs the selected tests in vitest, then in Playwright. @param only the one runner to use @throws
 * StartError without a browser or a build
 */
export async function runTests(
  tier: Tier,
  selection: Selection,
  log: (line: string) => void,
  only?: RunnerName,
): Promise<Counts> {
  const runners = runnersOf(tier, selection).filter(
    ({ name }) => only === undefined || name === only,
  );
  if (runners.some(({ name }) => name === 'playwright')) log(`browser: ${findBrowser(log)}`);
  if (readsBuild(selection)) await buildStorefront(log);
  const { folder, remove } = openTemporaryFolder();
  const env = folder === null ? {} : { TMPDIR: folder, WEBPAY_DISK_TMPDIR: tmpdir() };
  const counts: Counts[] = [];
  try {
    for (const runner of runners) counts.push(await run(runner, env, log));
  } finally {
    remove();
  }
  return sum(counts);
}

export function report(counts: Counts, startedAtMs: number, log: (line: string) => void): void {
  const { passed, failed, skipped, failures, files } = counts;
  const slowest = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  if (slowest.length > 0) log(`\nSlowest files:\n${slowest.join('\n')}`);
  const seconds = Math.round((Date.now() - startedAtMs) / 1_000);
  log(`\nThe tests took ${seconds} s; ${skipped} skipped.`);
  if (failures.length > 0) log(`\nFailed:\n${failures.join('\n')}\n`);
  log(`${passed} passed, ${failed} failed`);
}

/** Runners with tests to run, and their arguments. Files and names are found in both tiers. */
export function runnersOf(tier: Tier, selection: Selection): Runner[] {
  const { vitestFiles, playwrightFiles, name, isChanged } = selection;
  const hasFiles = vitestFiles.length + playwrightFiles.length > 0;
  const isWhole = !hasFiles && name === null;
  const vitestReport = path.join(RESULTS, `vitest-${tier}.json`);
  const playwrightReport = path.join(RESULTS, `playwright-${tier}.json`);
  const runners: (Runner & { readonly files: readonly string[] })[] = [
    {
      name: 'vitest',
      title: 'rules, calls and database (vitest)',
      program: 'vitest/vitest.mjs',
      args: [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${path.join(import.meta.dirname, 'skips.ts')}`,
        `--outputFile.json=${vitestReport}`,
        '--passWithNoTests',
        ...(isWhole ? [tier === 'fast' ? '--project=!full*' : '--project=full*'] : []),
        ...(isChanged ? ['--changed'] : []),
        ...(name === null ? [] : ['-t', literally(name)]),
        ...vitestFiles,
      ],
      report: vitestReport,
      env: {},
      count: vitestCounts,
      files: vitestFiles,
    },
    {
      name: 'playwright',
      title: 'journeys in a browser (playwright)',
      program: '@playwright/test/cli.js',
      args: [
        'test',
        '--reporter=list,json',
        '--pass-with-no-tests',
        ...(isWhole ? [`--project=${tier}*`] : []),
        ...(isChanged ? ['--only-changed'] : []),
        ...(name === null ? [] : ['-g', literally(name)]),
        ...playwrightFiles.map(literally),
      ],
      report: playwrightReport,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      count: playwrightCounts,
      files: playwrightFiles,
    },
  ];
  return runners.filter(({ files }) => !hasFiles || files.length > 0);
}

/** Escapes regular expression syntax, which both runners read. */
function literally(text: string): string {
  return text.replaceAll(/[.\\+*?^$()[\]{}|]/g, String.raw`\$&`);
}

/** Storefront modules are tested from sources; other tests may start a shop. */
function readsBuild({ vitestFiles, playwrightFiles }: Selection): boolean {
  const named = [...vitestFiles, ...playwrightFiles];
  const storefront = path.join(ROOT, 'apps/storefront', path.sep);
  return named.length === 0 || !named.every((file) => file.startsWith(storefront));
}

async function run(
  runner: Runner,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Counts> {
  log(`\n${runner.title}`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(runner.report, { force: true });
  const program = path.join(ROOT, 'node_modules', runner.program);
  const child = spawn(process.execPath, [program, ...runner.args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, ...runner.env },
  });
  const code: unknown = (await once(child, 'exit'))[0];
  const exitCode = typeof code === 'number' ? code : null;
  if (!existsSync(runner.report)) return withExitCode(sum([]), exitCode ?? 1);
  const report: unknown = JSON.parse(readFileSync(runner.report, 'utf8'));
  return withExitCode(runner.count(report, ROOT), exitCode);
}
