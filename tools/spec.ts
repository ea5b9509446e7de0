import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { requirementsIn, titlesIn } from './spec-titles.ts';
import { TIERS } from '../tests/tiers.ts';

/**
 * `npm run spec`: every requirement with its tests. Fails when one has none in the fast tier, which
 * `npm test` runs.
 */

const ROOT = path.join(import.meta.dirname, '..');
/** Tests of the shop; tests of tools prove no requirement. */
const TESTS = ['{apps,packages,catalogue,tests}/**/*.test.{ts,tsx}', 'tests/**/*.spec.ts'];

try {
  refuseOptions();
} catch (error) {
  exitWithMessage(error);
}

const requirements = requirementsIn(readFileSync(path.join(ROOT, 'docs/requirements.md'), 'utf8'));
const proofs = new Map<string, string[]>(requirements.map((id) => [id, []]));
const fast = new Set<string>();
const unknown: string[] = [];

const files = globSync(TESTS, {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
}).filter((file) => !file.startsWith('tests/tools/'));
for (const file of files.toSorted()) {
  const isFullFile = [...TIERS.full, ...TIERS.more].some((pattern) =>
    path.matchesGlob(file, pattern),
  );
  for (const { ids, title } of titlesIn(readFileSync(path.join(ROOT, file), 'utf8'))) {
    for (const id of ids) {
      if (!isFullFile && !title.endsWith('@full')) fast.add(id);
      const found = proofs.get(id);
      if (found) found.push(`${file}: ${title}`);
      else unknown.push(`${id} in ${file}: ${title}`);
    }
  }
}

for (const [id, tests] of proofs) {
  console.log(`${id}  ${tests.length === 0 ? '–' : ''}${tests.join('\n     ')}`);
}

const missing = requirements.filter((id) => !fast.has(id));
const proven = requirements.length - missing.length;
console.log(`\n${proven} of ${requirements.length} requirements have a test in the fast tier.`);
if (unknown.length > 0) console.error(`No such requirement:\n  ${unknown.join('\n  ')}`);
if (missing.length > 0) console.error(`No fast test names ${missing.join(', ')}.`);
// Not `exit`, which would cut a piped output short.
process.exitCode = unknown.length + missing.length === 0 ? 0 : 1;
