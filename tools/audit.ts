import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lockReport } from './check/lock.ts';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * `npm run audit`: whether what is installed is what was looked at (which `npm run check` says too), and, over the network,
 * whether anything of it has a known vulnerability of severity high or critical. Exit code 1 when so.
 */
try {
  refuseOptions();
  const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const { problems, bound, foreign } = lockReport(text('package-lock.json'), text('package.json'));
  console.log(
    `${bound} packages are bound by SHA-512; ${foreign.length} of other platforms are not${problems.length === 0 ? '.' : ':'}`,
  );
  for (const trouble of problems) console.log(`  ${trouble}`);
  // .npmrc switches the look at every installation off, because it needs the network.
  const audit = spawnSync('npm', ['audit', '--audit=true', '--audit-level=high'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (audit.error !== undefined) throw audit.error;
  process.exit(problems.length === 0 && audit.status === 0 ? 0 : 1);
} catch (error) {
  exitWithMessage(error);
}
