import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { withLock } from './lock.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STOREFRONT = path.join(ROOT, 'apps/storefront');
const STAMP = path.join(ROOT, '.stamps/storefront');
const RESULTS = ['dist/client/.vite/manifest.json', 'dist/server/assets.json'];

const SOURCES = [
  'apps/storefront/*.{ts,json,html}',
  'apps/storefront/{src,build,public}/**/*',
  'packages/contract/src/**/*',
  'package-lock.json',
];

/** Builds the storefront when its sources have changed; one process at a time. */
export async function buildStorefront(log: (line: string) => void): Promise<void> {
  if (isCurrent(contentHash())) return;
  const sayWait = (): void => log('storefront: another command builds it; waiting for its end');
  await withLock(`${STAMP}.lock`, sayWait, () => build(log));
}

function isCurrent(wanted: string): boolean {
  return isBuilt() && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
}

async function build(log: (line: string) => void): Promise<void> {
  const wanted = contentHash();
  // Built while this process waited.
  if (isCurrent(wanted)) return;
  log('storefront: building (some ten seconds, only when it has changed)');
  const output: Buffer[] = [];
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const vite = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: STOREFRONT,
    // Tests and development need the production build, too.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  vite.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  vite.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code: unknown = (await once(vite, 'close'))[0];
  if (code !== 0) {
    const said = Buffer.concat(output).toString();
    if (/ENOSPC/.test(said)) {
      throw new StartError(
        `The disk that holds ${STOREFRONT} is full: free some space and start again.`,
      );
    }
    process.stderr.write(said);
    throw new StartError('The storefront could not be built: what Vite says stands above.');
  }
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

export function isBuilt(): boolean {
  return RESULTS.every((each) => existsSync(path.join(STOREFRONT, each)));
}

/** By content: a fresh clone or a switched branch has new times and old contents. */
function contentHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const full = path.join(ROOT, file);
    if (!statSync(full).isFile()) continue;
    hash.update(file).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}
