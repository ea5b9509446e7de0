import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lockReport } from './check/lock.ts';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * `npm run audit`: checks the lock file as `npm run check` does and, over the network, installed
 * packages for known vulnerabilities. Exit code 1 for severity high or critical.
 */
try {
  refuseOptions();
  const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const { problems, bound } = lockReport(text('package-lock.json'), text('package.json'));
  console.log(
    `${bound} packages of all platforms are bound by SHA-512${problems.length === 0 ? '.' : ', with problems:'}`,
  );
  for (const trouble of problems) console.log(`  ${trouble}`);
  // .npmrc turns the audit of each installation off, because it needs the network.
  const audit = spawnSync('npm', ['audit', '--audit=true', '--audit-level=high'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (audit.error !== undefined) throw audit.error;
  process.exit(problems.length === 0 && audit.status === 0 ? 0 : 1);
} catch (error) {
  exitWithMessage(error);
}
