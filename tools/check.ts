import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedStep } from './check/generated.ts';
import {
  FORMAT_CHECK,
  LINT_STEPS,
  looked,
  ROOT,
  runSteps,
  TYPE_STEPS,
  type Step,
} from './check/steps.ts';
import { lockReport } from './check/lock.ts';
import { proseOfTree } from './check/prose.ts';
import { regexProblems } from './check/regexes.ts';
import { shippedSources } from './check/sources.ts';
import { sqlProblems } from './check/sql.ts';
import { readCatalogue } from '../apps/storefront/build/catalogues.ts';
import { textProblems } from '../apps/storefront/build/text-rules.ts';
import { LANGUAGES } from '../apps/storefront/src/i18n/languages.ts';
import { exitWithMessage, readSwitches } from '../apps/api/src/operator/command-line.ts';
import { scriptsOf, totalBytes } from './sizes.ts';
import { buildStorefront } from './storefront-build.ts';

/**
 * `npm run check`: all checks of the code that need no running shop. Exit code 1 when any fails.
 * `npm run check -- --write` also updates generated documents.
 */

/** Compressed scripts of a first visit's home, and of a checkout beyond it, in bytes; the checkout aims at 32 kB. */
const LIMITS = { home: 95_000, payment: 32_300 };

try {
  const { write } = readSwitches(['write']);
  const steps: readonly Step[] = [
    ...TYPE_STEPS,
    ...LINT_STEPS,
    FORMAT_CHECK,
    generatedStep(write),
    looked('statements are fixed texts', () =>
      sqlProblems(shippedSources('{apps/api/src,tools}/**/*.ts')),
    ),
    looked('no slow regular expression', () =>
      regexProblems(shippedSources('{apps/{api,storefront},packages/contract}/src/**/*.{ts,tsx}')),
    ),
    looked(
      'installed packages are the reviewed ones',
      () => lockReport(text('package-lock.json'), text('package.json')).problems,
    ),
    looked('plain English', () =>
      proseOfTree(ROOT).map((each) => `${each.file}:${each.line} ${each.rule}: ${each.text}`),
    ),
    looked('texts of all languages', () =>
      textProblems(Object.fromEntries(LANGUAGES.map(({ code }) => [code, readCatalogue(code)]))),
    ),
    { name: 'size of home', run: checkHomeSize },
  ];
  const failed = await runSteps(steps);
  console.log(failed === 0 ? 'Everything holds.' : `${failed} of ${steps.length} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}

function text(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

async function checkHomeSize(): Promise<string | null> {
  await buildStorefront(console.log);
  const sizes = scriptsOf('Home');
  const total = totalBytes(sizes);
  const more = totalBytes(scriptsOf('Payment')) - total;
  if (total <= LIMITS.home && more <= LIMITS.payment) return null;
  const list = sizes.map((each) => `  ${each.brotliBytes}  ${each.file}`).join('\n');
  return `Home sends ${total} bytes of script (at most ${LIMITS.home}), Payment ${more} beyond it (at most ${LIMITS.payment}):\n${list}`;
}
