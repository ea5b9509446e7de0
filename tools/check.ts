import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFileSync, globSync } from 'node:fs';
import { lockReport } from './check/lock.ts';
import { patternProblems, regexProblems } from './check/regexes.ts';
import { shippedSources } from './check/sources.ts';
import { sqlProblems } from './check/sql.ts';
import { refuseOptions } from '../apps/api/src/operator/options.ts';
import { scriptsOf, totalBytes } from './sizes.ts';
import { buildStorefront } from './storefront-build.ts';
import { exitWithMessage } from '../apps/api/src/operator/tell.ts';

/** `npm run check`: everything about the code that needs no running shop. All of it runs; exit code 1 when any fails. */

type Step = { readonly name: string; readonly run: () => Promise<string | null> };

const ROOT = path.join(import.meta.dirname, '..');
const CLASSIC_TYPESCRIPT = pathToFileURL(path.join(import.meta.dirname, 'classic-typescript.ts'));

/** Script of a first visit's home, as sent: 95 kB. */
const HOME_LIMIT_BYTES = 95_000;

const steps: readonly Step[] = [
  tool('types', 'tsc', ['-p', 'tsconfig.json']),
  tool('types of the storefront', 'tsc', ['-p', 'apps/storefront/tsconfig.json']),
  tool('types of the browser tests', 'tsc', ['-p', 'tests/tsconfig.json']),
  tool('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  tool('format', 'oxfmt', ['--check', '.']),
  tool('who imports whom', 'depcruise', ['apps', 'packages', 'tools', 'tests'], {
    NODE_OPTIONS: `--import ${CLASSIC_TYPESCRIPT.href}`,
  }),
  tool('unused', 'knip', []),
  looked('statements are fixed texts', () =>
    sqlProblems(shippedSources('{apps/api/src,tools}/**/*.ts')),
  ),
  looked('no expression is slow', () => [
    ...regexProblems(shippedSources('{apps/{api,storefront},packages/contract}/src/**/*.{ts,tsx}')),
    ...patternProblems(globSync(path.join(ROOT, 'catalogue/*/project.yaml'))),
  ]),
  looked(
    'what is installed is what was looked at',
    () => lockReport(text('package-lock.json'), text('package.json')).problems,
  ),
  { name: 'size of home', run: checkHomeSize },
];

try {
  refuseOptions();
} catch (error) {
  exitWithMessage(error);
}

let failed = 0;
for (const step of steps) {
  const startedAt = Date.now();
  const trouble = await step.run().catch(exitWithMessage);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${trouble === null ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds} s)`);
  if (trouble !== null) {
    console.log(trouble.trimEnd());
    failed += 1;
  }
}
console.log(failed === 0 ? 'Everything holds.' : `${failed} of ${steps.length} checks failed.`);
process.exit(failed === 0 ? 0 : 1);

/** A program of node_modules; its output is shown only when it finds something. */
function tool(
  name: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step {
  return {
    name,
    run: async () => {
      const { status, stdout, stderr, error } = spawnSync(
        path.join(ROOT, 'node_modules/.bin', program),
        args,
        {
          cwd: ROOT,
          encoding: 'utf8',
          maxBuffer: 64_000_000,
          // Its programs must find this Node, not the machine's.
          env: {
            ...process.env,
            PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
            ...env,
          },
        },
      );
      if (status === 0) return null;
      return error?.message ?? `${stdout}${stderr}`;
    },
  };
}

/** A look of ours at the sources: a line each for what is wrong. */
function looked(name: string, look: () => readonly string[]): Step {
  return {
    name,
    run: async () => {
      const problems = look();
      return problems.length === 0 ? null : problems.join('\n');
    },
  };
}

function text(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

async function checkHomeSize(): Promise<string | null> {
  await buildStorefront(console.log);
  const sizes = scriptsOf('Home');
  const total = totalBytes(sizes);
  if (total <= HOME_LIMIT_BYTES) return null;
  const list = sizes.map((each) => `  ${each.brotliBytes}  ${each.file}`).join('\n');
  return `Home sends ${total} bytes of script, more than ${HOME_LIMIT_BYTES}:\n${list}`;
}
