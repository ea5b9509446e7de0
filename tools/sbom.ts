import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import {
  exitWithMessage,
  readOptions,
  writeOutput,
} from '../apps/api/src/operator/command-line.ts';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * `npm run sbom [-- --out FILE]`: the shop's packages without development ones as CycloneDX JSON,
 * with version, licence and hash.
 */
try {
  const { out } = readOptions(['out']);
  const made = spawnSync(
    'npm',
    [
      'sbom',
      '--package-lock-only',
      '--omit=dev',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 },
  );
  if (made.error !== undefined) throw made.error;
  if (made.status !== 0) throw new StartError(`npm could not make it: ${made.stderr.trim()}`);
  writeOutput(made.stdout, out);
} catch (error) {
  exitWithMessage(error);
}
