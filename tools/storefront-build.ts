import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { currentBuild, STOREFRONT_DIST } from '../apps/api/src/http/pages/storefront-build.ts';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { publishBuild } from './builds.ts';
import { withLock } from './lock.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STOREFRONT = path.join(ROOT, 'apps/storefront');
const LOCK = path.join(ROOT, '.stamps/storefront.lock');

const SOURCES = [
  'apps/storefront/*.{ts,json,html}',
  'apps/storefront/{src,build,public}/**/*',
  'packages/contract/src/**/*',
  'package-lock.json',
];

/**
 * Builds the storefront when its sources have changed, in a new folder: running servers keep theirs.
 * One process at a time.
 */
export async function buildStorefront(log: (line: string) => void): Promise<void> {
  const name = nameOfSources();
  if (currentBuild() === name) return;
  const sayWait = (): void => log('storefront: another command builds it; waiting for its end');
  await withLock(LOCK, sayWait, async () => {
    // Built while this process waited.
    if (currentBuild() === name) return;
    await publishBuild(STOREFRONT_DIST, name, async (folder) => {
      log('storefront: building (some ten seconds, only when it has changed)');
      await runVite(folder);
    });
  });
}

async function runVite(folder: string): Promise<void> {
  const output: Buffer[] = [];
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const vite = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: STOREFRONT,
    // Tests and development need the production build, too.
    env: { ...process.env, NODE_ENV: 'production', STOREFRONT_OUT: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  vite.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  vite.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code: unknown = (await once(vite, 'close'))[0];
  if (code === 0) return;
  const said = Buffer.concat(output).toString();
  if (/ENOSPC/.test(said)) {
    throw new StartError(
      `The disk that holds ${STOREFRONT} is full: free some space and start again.`,
    );
  }
  process.stderr.write(said);
  throw new StartError('The storefront could not be built: what Vite says stands above.');
}

export const isBuilt = (): boolean => currentBuild() !== null;

/** By content: a fresh clone or a switched branch has new times and old contents. */
function nameOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const full = path.join(ROOT, file);
    if (!statSync(full).isFile()) continue;
    hash.update(file).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
