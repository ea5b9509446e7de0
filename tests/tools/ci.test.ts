import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const CI = path.join(import.meta.dirname, '../../.ci/run');

/** Runs .ci/run with an `npm` that answers `npm test` and `npm run test:full` as given. */
function ciWith(fast: string, full: string): { status: number | null; lines: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'webpay-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const npm = path.join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\nif [ "$1" = test ]; then ${fast}; else ${full}; fi\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH']}` };
  const { status, stdout } = spawnSync('sh', [CI], { env, encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

const GREEN = 'echo "3 passed, 0 failed"';
const RED = 'echo "2 passed, 1 failed"; exit 1';

test.each([
  ['passes with the sum of both tiers', GREEN, GREEN, '6 passed, 0 failed', 0],
  ['runs the full tier after a failure of the fast one', RED, GREEN, '5 passed, 1 failed', 1],
  ['fails when the full tier fails', GREEN, RED, '5 passed, 1 failed', 1],
  ['counts a tier without a result as a failure', GREEN, 'exit 3', '3 passed, 1 failed', 1],
])('.ci/run %s', (_, fast, full, last, status) => {
  const run = ciWith(fast, full);
  expect({ status: run.status, last: run.lines.at(-1) }).toEqual({ status, last });
});

test('.ci/run names every failure once more at the end of its output', () => {
  const named =
    'echo "Failed:"; echo "a.test.ts › a purchase"; echo; echo "2 passed, 1 failed"; exit 1';
  const { lines } = ciWith(named, 'echo "a long log"; echo "3 passed, 0 failed"');
  expect(lines.slice(-4)).toEqual(['Failed:', 'a.test.ts › a purchase', '', '5 passed, 1 failed']);
});
