import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** One check. `run` resolves to null when it passes, else to the text of its findings. */
export type Step = { readonly name: string; readonly run: () => Promise<string | null> };

export const ROOT = path.join(import.meta.dirname, '../..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const CLASSIC_TYPESCRIPT = pathToFileURL(path.join(ROOT, 'tools/classic-typescript.ts'));

export const TYPE_STEPS: readonly Step[] = [
  tool('types', 'tsc', ['-p', 'tsconfig.json']),
  tool('types of the storefront', 'tsc', ['-p', 'apps/storefront/tsconfig.json']),
  tool('types of the console', 'tsc', ['-p', 'apps/console/tsconfig.json']),
  tool('types of the browser tests', 'tsc', ['-p', 'tests/tsconfig.json']),
];

export const LINT_STEPS: readonly Step[] = [
  tool('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  tool('imports between folders', 'depcruise', ['apps', 'packages', 'tools', 'tests'], {
    NODE_OPTIONS: `--import ${CLASSIC_TYPESCRIPT.href}`,
  }),
  tool('unused', 'knip', []),
];

export const FORMAT_CHECK: Step = tool('format', 'oxfmt', ['--check', '.']);
export const FORMAT_WRITE: Step = tool('format', 'oxfmt', ['.']);

/** Runs every step and prints one line each. @returns the number of steps that failed */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  let failed = 0;
  for (const step of steps) {
    const startedAt = Date.now();
    const findings = await step.run();
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${findings === null ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds} s)`);
    if (findings === null) continue;
    console.log(findings.trimEnd());
    failed += 1;
  }
  return failed;
}

/** Makes a step of our own check, which returns one line for each finding. */
export function looked(name: string, look: () => readonly string[]): Step {
  return {
    name,
    run: async () => {
      const findings = look();
      return findings.length === 0 ? null : findings.join('\n');
    },
  };
}

/** A program of node_modules, silent unless it fails. */
function tool(
  name: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step {
  return {
    name,
    run: async () => {
      const { status, stdout, stderr, error } = spawnSync(path.join(BIN, program), args, {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
        // Programs of node_modules must find this Node, not the machine's.
        env: { ...process.env, PATH: `${BIN}${path.delimiter}${process.env['PATH']}`, ...env },
      });
      if (status === 0) return null;
      return error?.message ?? `${stdout}${stderr}`;
    },
  };
}
